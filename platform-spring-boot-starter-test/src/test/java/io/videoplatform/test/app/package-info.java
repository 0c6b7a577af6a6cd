/**
 * The application of a user, and its tests.
 */
@NullMarked
package io.videoplatform.test.app;

import org.jspecify.annotations.NullMarked;
