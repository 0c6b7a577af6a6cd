/**
 * What OpenID Connect asks of a client that was given an ID token: its signature and its
 * claims, at login and at every refresh, and the UserInfo request. Nothing here blocks;
 * the servlet side waits at its own edge.
 */
@NullMarked
package io.videoplatform.internal.login.oidc;

import org.jspecify.annotations.NullMarked;
