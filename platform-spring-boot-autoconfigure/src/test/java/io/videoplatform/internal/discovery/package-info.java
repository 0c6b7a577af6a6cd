/**
 * Tests of discovery, on a loopback server and with a clock that they move.
 */
@NullMarked
package io.videoplatform.internal.discovery;

import org.jspecify.annotations.NullMarked;
