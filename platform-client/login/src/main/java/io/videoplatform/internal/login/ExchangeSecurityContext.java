package io.videoplatform.internal.login;

import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextImpl;

/**
 * The security context of an exchange with the user of that exchange. Context propagation
 * hands it over to chains that have nothing else of the exchange's context.
 */
public final class ExchangeSecurityContext extends Mono<SecurityContext> {

	private final Mono<SecurityContext> resolved;

	/**
	 * Create a new instance.
	 * @param held the security context that Spring Security reads anew each time
	 * @param user the user of the exchange
	 */
	public ExchangeSecurityContext(Mono<SecurityContext> held, ExchangeUser user) {
		this.resolved = held.mapNotNull((found) -> resolve(found, user));
	}

	/**
	 * As Spring Security has it, there is no context without an authentication.
	 */
	private static @Nullable SecurityContext resolve(SecurityContext found, ExchangeUser user) {
		Authentication authentication = user.resolve(found.getAuthentication());
		if (authentication == found.getAuthentication()) {
			return found;
		}
		return (authentication != null) ? new SecurityContextImpl(authentication) : null;
	}

	@Override
	public void subscribe(CoreSubscriber<? super SecurityContext> actual) {
		this.resolved.subscribe(actual);
	}

}
