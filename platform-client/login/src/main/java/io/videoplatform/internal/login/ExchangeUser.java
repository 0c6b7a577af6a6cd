package io.videoplatform.internal.login;

import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;

/**
 * The user of an exchange, in the context of its chains. All exchanges of a browser may
 * share one session, in which another user may log in while they are under way.
 */
@FunctionalInterface
public interface ExchangeUser {

	/**
	 * Return the authentication that the session held when the exchange began to use it,
	 * instead of one that another exchange has put there.
	 * @param found the authentication that the security context holds by now
	 * @return the authentication, {@code null} if the session held none
	 */
	@Nullable Authentication resolve(@Nullable Authentication found);

}
