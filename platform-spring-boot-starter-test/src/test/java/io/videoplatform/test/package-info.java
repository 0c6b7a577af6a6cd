/**
 * Tests of the mock platform, written as those of a user.
 */
@NullMarked
package io.videoplatform.test;

import org.jspecify.annotations.NullMarked;
