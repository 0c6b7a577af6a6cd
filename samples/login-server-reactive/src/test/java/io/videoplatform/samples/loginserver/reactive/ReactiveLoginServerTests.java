package io.videoplatform.samples.loginserver.reactive;

import io.videoplatform.samples.logintests.AbstractLoginServerTests;

/**
 * Tests for the whole way through this sample.
 */
class ReactiveLoginServerTests extends AbstractLoginServerTests {

}
