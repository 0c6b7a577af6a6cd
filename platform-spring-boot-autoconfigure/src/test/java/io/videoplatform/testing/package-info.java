/**
 * What tests share: a platform on loopback and a clock that they move.
 */
@NullMarked
package io.videoplatform.testing;

import org.jspecify.annotations.NullMarked;
