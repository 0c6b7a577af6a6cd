/**
 * Tests of ID tokens and user claims, with real keys, a provider on loopback and a clock
 * that they move.
 */
@NullMarked
package io.videoplatform.internal.login.oidc;

import org.jspecify.annotations.NullMarked;
