/**
 * Application whose people log in at the platform, and whose calls carry their tokens.
 */
@NullMarked
package io.videoplatform.samples.loginserver.reactive;

import org.jspecify.annotations.NullMarked;
