/**
 * Logins of users: whose token a call carries, and what Spring Security's login needs to
 * know of the platform. Everything here is the same for servlet and reactive
 * applications.
 * <p>
 * The route of a login: the registration is made of what discovery finds when a login
 * begins; Spring Security makes the request, with PKCE and nonce; the response is checked
 * (RFC 9207) before the engine sends its code; Spring Security has the ID token decoded
 * and the user loaded; the tokens are held under the identifier of the login, which is
 * derived from the ID token; and a call finds them by its principal.
 */
@NullMarked
package io.videoplatform.internal.login;

import org.jspecify.annotations.NullMarked;
