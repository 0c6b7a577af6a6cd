/**
 * OpenID Connect: verification of ID tokens, logout tokens and signed UserInfo responses,
 * and the UserInfo request. Nothing here blocks; the servlet stack waits at its edge.
 */
@NullMarked
package io.videoplatform.internal.login.oidc;

import org.jspecify.annotations.NullMarked;
