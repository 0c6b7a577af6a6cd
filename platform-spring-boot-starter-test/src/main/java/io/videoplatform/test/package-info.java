/**
 * A mock platform for the tests of applications: it issues tokens, checks them, responds
 * as a test says, and fails as a test wants it to.
 */
@NullMarked
package io.videoplatform.test;

import org.jspecify.annotations.NullMarked;
