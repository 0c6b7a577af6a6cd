/**
 * The token engine: one state machine and one flight for each key.
 */
@NullMarked
package io.videoplatform.token;

import org.jspecify.annotations.NullMarked;
