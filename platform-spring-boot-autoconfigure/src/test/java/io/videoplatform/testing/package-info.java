/**
 * Tests of the platform that tests run against.
 */
@NullMarked
package io.videoplatform.testing;

import org.jspecify.annotations.NullMarked;
