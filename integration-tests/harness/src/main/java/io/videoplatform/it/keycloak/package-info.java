/**
 * A real Keycloak as a child process, and what a test may want of it.
 */
@NullMarked
package io.videoplatform.it.keycloak;

import org.jspecify.annotations.NullMarked;
