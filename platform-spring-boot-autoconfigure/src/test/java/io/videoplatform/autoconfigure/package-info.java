/**
 * Tests of the auto-configuration, on contexts and applications that really start.
 */
@NullMarked
package io.videoplatform.autoconfigure;

import org.jspecify.annotations.NullMarked;
