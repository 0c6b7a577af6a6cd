/**
 * Tests of cached documents, on a loopback server and with a clock that they move.
 */
@NullMarked
package io.videoplatform.internal.document;

import org.jspecify.annotations.NullMarked;
