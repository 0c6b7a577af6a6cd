package io.videoplatform.benchmarks.call;

import java.net.URI;
import java.text.ParseException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import com.nimbusds.jwt.SignedJWT;
import io.videoplatform.benchmarks.HeldLogins;
import io.videoplatform.benchmarks.stub.StubPlatform;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.login.LoginClient;
import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.internal.token.login.LoginKey;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

import org.springframework.context.ApplicationContext;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Clients whose calls carry the token of a user who has logged in. The login's code is
 * exchanged over loopback; what Spring Security's filters do beside that is left out.
 */
final class UserClients {

	static final String ID = "platform-user";

	private UserClients() {
	}

	static WebClient onThread(ApplicationContext context) {
		SecurityContextHolder.getContext().setAuthentication(logIn(context));
		return client(context);
	}

	static WebClient reactive(ApplicationContext context) {
		return inContext(client(context), logIn(context));
	}

	/**
	 * Subscribe all calls as a WebFlux application does for this user.
	 */
	static WebClient inContext(WebClient client, Authentication user) {
		Context context = ReactiveSecurityContextHolder.withAuthentication(user);
		return client.mutate()
			.filters((filters) -> filters.add(0, (request, next) -> next.exchange(request).contextWrite(context)))
			.build();
	}

	private static WebClient client(ApplicationContext context) {
		return context.getBean(PlatformClients.class).get("user").webClient();
	}

	static Authentication logIn(ApplicationContext context) {
		HeldLogins logins = HeldLogins.of(context);
		LoginClient client = logins.client(ID);
		ProviderMetadata provider = Objects.requireNonNull(client.discovery().provider().join());
		GrantedTokens grant = Objects.requireNonNull(client.tokens()
			.tokenClient()
			.exchange(provider, StubPlatform.code("ann", "nonce"), URI.create("http://localhost/"), null)
			.block());
		Authentication user = authentication(Objects.requireNonNull(grant.idToken()));
		LoginKey login = Objects.requireNonNull(logins.resolver().of(user));
		client.tokens().useCheck((claims, at, idToken, accessToken) -> Mono.empty());
		client.tokens().open(login, grant, Map.of());
		return user;
	}

	private static Authentication authentication(String idToken) {
		OidcIdToken token = new OidcIdToken(idToken, null, null, claims(idToken));
		return new OAuth2AuthenticationToken(
				new DefaultOidcUser(AuthorityUtils.createAuthorityList("OIDC_USER"), token), List.of(), ID);
	}

	private static Map<String, Object> claims(String idToken) {
		try {
			return SignedJWT.parse(idToken).getPayload().toJSONObject();
		}
		catch (ParseException ex) {
			throw new IllegalStateException("The provider's ID token cannot be read", ex);
		}
	}

}
