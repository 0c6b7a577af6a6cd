package io.videoplatform.token;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenRevocationRequest;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.id.ClientID;
import io.videoplatform.registration.ClientCredentials;
import io.videoplatform.token.TokenRequestException.Outcome;
import io.videoplatform.transport.Answer;
import io.videoplatform.transport.BoundedExchange;
import io.videoplatform.transport.ExchangeFailedException;
import io.videoplatform.transport.JsonObjects;
import io.videoplatform.transport.MalformedAnswerException;
import io.videoplatform.transport.PrintableUrl;
import io.videoplatform.transport.RetryAfter;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;

/**
 * Sends token requests (RFC 6749, section 3.2) and says what is known of their outcome.
 * No redirect is followed: it would carry credentials to another place (RFC 9700, section
 * 4.12).
 */
final class TokenEndpoint {

	private static final Set<String> CLIENT_ERRORS = Set.of("invalid_client", "unauthorized_client");

	private static final List<String> SECRET_PARAMETERS = List.of("password", "refresh_token", "code", "code_verifier");

	private final BoundedExchange exchange;

	private final Clock clock;

	TokenEndpoint(BoundedExchange exchange, Clock clock) {
		this.exchange = exchange;
		this.clock = clock;
	}

	/**
	 * Send one request. The client's secrets, sent or not, appear in no failure.
	 * @return the answer; fails with a {@link TokenRequestException}
	 */
	Mono<TokenAnswer> request(ClientRegistration registration, AuthorizationGrant grant, Set<String> scopes,
			ClientCredentials credentials) {
		return Mono.defer(() -> {
			URI endpoint = URI.create(registration.getProviderDetails().getTokenUri());
			HTTPRequest request = build(registration, endpoint, grant, scopes).toHTTPRequest();
			Attempt attempt = new Attempt(endpoint, new AuthorizationGrantType(grant.getType().getValue()),
					redaction(credentials, grant, request.getAuthorization()));
			return this.exchange.post(endpoint, (headers) -> addHeaders(headers, request), request.getBody())
				.map(attempt::read)
				.onErrorMap(ExchangeFailedException.class, attempt::failed)
				.onErrorMap(MalformedAnswerException.class, attempt::malformed);
		});
	}

	/**
	 * Revoke a refresh token (RFC 7009, section 2.1).
	 * @return completes with status 200; fails with a {@link TokenRequestException}
	 */
	Mono<Void> revoke(ClientRegistration registration, URI endpoint, String refreshToken,
			ClientCredentials credentials) {
		return Mono.defer(() -> {
			com.nimbusds.oauth2.sdk.token.RefreshToken token = new com.nimbusds.oauth2.sdk.token.RefreshToken(
					refreshToken);
			ClientAuthentication authentication = authentication(registration);
			HTTPRequest request = ((authentication != null)
					? new TokenRevocationRequest(endpoint, authentication, token)
					: new TokenRevocationRequest(endpoint, new ClientID(registration.getClientId()), token))
				.toHTTPRequest();
			Attempt attempt = new Attempt(endpoint, AuthorizationGrantType.REFRESH_TOKEN,
					redaction(credentials, new RefreshTokenGrant(token), request.getAuthorization()));
			return this.exchange.post(endpoint, (headers) -> addHeaders(headers, request), request.getBody())
				.doOnNext(attempt::requireAccepted)
				.onErrorMap(ExchangeFailedException.class, attempt::failed)
				.onErrorMap(MalformedAnswerException.class, attempt::malformed)
				.then();
		});
	}

	private static TokenRequest build(ClientRegistration registration, URI endpoint, AuthorizationGrant grant,
			Set<String> scopes) {
		ClientAuthentication authentication = authentication(registration);
		TokenRequest.Builder builder = (authentication != null)
				? new TokenRequest.Builder(endpoint, authentication, grant)
				: new TokenRequest.Builder(endpoint, new ClientID(registration.getClientId()), grant);
		return scopes.isEmpty() ? builder.build() : builder.scope(new Scope(scopes.toArray(String[]::new))).build();
	}

	private static @Nullable ClientAuthentication authentication(ClientRegistration registration) {
		ClientAuthenticationMethod method = registration.getClientAuthenticationMethod();
		if (ClientAuthenticationMethod.NONE.equals(method)) {
			return null;
		}
		ClientID clientId = new ClientID(registration.getClientId());
		Secret secret = new Secret(registration.getClientSecret());
		return ClientAuthenticationMethod.CLIENT_SECRET_POST.equals(method) ? new ClientSecretPost(clientId, secret)
				: new ClientSecretBasic(clientId, secret);
	}

	private static Redaction redaction(ClientCredentials credentials, AuthorizationGrant grant,
			@Nullable String authorization) {
		Stream<String> sent = SECRET_PARAMETERS.stream()
			.flatMap((name) -> grant.toParameters().getOrDefault(name, List.of()).stream());
		return Redaction.of(Stream.concat(sent, Stream.of(credentials.password(), credentials.clientSecret(),
				(authorization != null) ? authorization.substring(authorization.indexOf(' ') + 1) : null)));
	}

	private static void addHeaders(HttpHeaders headers, HTTPRequest request) {
		headers.setContentType(MediaType.APPLICATION_FORM_URLENCODED);
		headers.setAccept(List.of(MediaType.APPLICATION_JSON));
		if (request.getAuthorization() != null) {
			headers.set(HttpHeaders.AUTHORIZATION, request.getAuthorization());
		}
	}

	/**
	 * One request that was sent, and the reading of what came of it.
	 */
	private final class Attempt {

		private final URI endpoint;

		private final AuthorizationGrantType grantType;

		private final Redaction redaction;

		Attempt(URI endpoint, AuthorizationGrantType grantType, Redaction redaction) {
			this.endpoint = endpoint;
			this.grantType = grantType;
			this.redaction = redaction;
		}

		TokenAnswer read(Answer answer) {
			int status = answer.status();
			if (status == 200 && answer.isHtml()) {
				throw new MalformedAnswerException("is HTML, as captive portals and firewalls send it", null);
			}
			if (status == 200) {
				Map<String, Object> members = JsonObjects.read(answer.body());
				if (members.get("error") instanceof String code) {
					throw refused(status, code, members);
				}
				return TokenAnswer.of(members);
			}
			if (status == 429 || status == 503) {
				Duration retryAfter = RetryAfter.parse(answer.header(HttpHeaders.RETRY_AFTER),
						TokenEndpoint.this.clock.instant());
				throw failure(Outcome.NOT_PROCESSED, "was answered with status " + status, null, retryAfter, null);
			}
			if (status >= 500 || status == 408 || status < 300) {
				throw failure(Outcome.UNKNOWN, "was answered with status " + status, null, null, null);
			}
			throw refused(answer);
		}

		void requireAccepted(Answer answer) {
			if (answer.status() != 200) {
				throw (answer.status() >= 500)
						? failure(Outcome.UNKNOWN, "was answered with status " + answer.status(), null, null, null)
						: refused(answer);
			}
		}

		private TokenRequestException refused(Answer answer) {
			try {
				Map<String, Object> members = JsonObjects.read(answer.body());
				if (members.get("error") instanceof String code) {
					return refused(answer.status(), code, members);
				}
			}
			catch (MalformedAnswerException ex) {
				return unexplained(answer);
			}
			return unexplained(answer);
		}

		private TokenRequestException unexplained(Answer answer) {
			Outcome outcome = (answer.status() == 401) ? Outcome.CLIENT_REFUSED : Outcome.REQUEST_REFUSED;
			return failure(outcome, "was answered with status %d and %s, not with an OAuth 2.0 error"
				.formatted(answer.status(), answer.contentType()), null, null, null);
		}

		private TokenRequestException refused(int status, String code, Map<String, Object> members) {
			String printable = printable(code);
			String description = (members.get("error_description") instanceof String text)
					? " (" + printable(text) + ")" : "";
			return failure(outcome(status, code), "was refused: " + printable + description, printable, null, null);
		}

		private Outcome outcome(int status, String code) {
			boolean clientRefused = status == 401 || code.toLowerCase(Locale.ROOT).equals("invalid_client");
			if (code.equals("invalid_grant")) {
				return Outcome.GRANT_REFUSED;
			}
			if (AuthorizationGrantType.REFRESH_TOKEN.equals(this.grantType) && status == 400 && !clientRefused) {
				return Outcome.GRANT_REFUSED;
			}
			return (clientRefused || CLIENT_ERRORS.contains(code)) ? Outcome.CLIENT_REFUSED : Outcome.REQUEST_REFUSED;
		}

		private TokenRequestException failed(ExchangeFailedException ex) {
			Outcome outcome = ex.mayHaveBeenProcessed() ? Outcome.UNKNOWN : Outcome.NOT_PROCESSED;
			return failure(outcome, "failed: " + ex.getMessage(), null, null, this.redaction.cleanOrNull(ex));
		}

		private TokenRequestException malformed(MalformedAnswerException ex) {
			return failure(Outcome.UNKNOWN, "got an answer that " + ex.getMessage(), null, null, ex);
		}

		private TokenRequestException failure(Outcome outcome, String message, @Nullable String code,
				@Nullable Duration retryAfter, @Nullable Throwable cause) {
			return new TokenRequestException(outcome, this.grantType, this.endpoint, this.redaction.apply(message),
					code, retryAfter, cause);
		}

		private String printable(String foreign) {
			return PrintableUrl.text(this.redaction.apply(foreign));
		}

	}

}
