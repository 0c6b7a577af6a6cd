/**
 * Tests of the samples that log people in: a visitor, the whole way from the start page
 * to the logout, and stand-ins for tests of the pages alone.
 */
@NullMarked
package io.videoplatform.samples.logintests;

import org.jspecify.annotations.NullMarked;
