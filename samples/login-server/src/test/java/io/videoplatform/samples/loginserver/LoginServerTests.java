package io.videoplatform.samples.loginserver;

import io.videoplatform.samples.logintests.AbstractLoginServerTests;

/**
 * Tests for the whole way through this sample.
 */
class LoginServerTests extends AbstractLoginServerTests {

}
