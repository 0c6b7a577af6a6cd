package io.videoplatform.internal.login.oidc;

import java.net.URI;
import java.text.ParseException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObject;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSecurityContextJWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWKSecurityContext;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.proc.BadJWTException;
import com.nimbusds.jwt.proc.ConfigurableJWTProcessor;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.document.HeldDocument;
import io.videoplatform.internal.http.JsonObjectReader;
import io.videoplatform.internal.http.MalformedResponseException;
import io.videoplatform.internal.http.PrintableText;
import io.videoplatform.internal.http.PrintableUrl;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.convert.converter.Converter;
import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenDecoderFactory;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimNames;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.JwtValidationException;
import org.springframework.security.oauth2.jwt.NimbusReactiveJwtDecoder;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;

/**
 * Decodes the JWTs of one profile for one client by Spring Security's decoder, with the
 * keys of the issuer's JWK set that is held, and with no key that the JWT's own header
 * names. If no held key has made the signature, the JWK set is requested once more, so
 * that a key rotation takes effect at once.
 */
final class OidcJwtDecoder implements ReactiveJwtDecoder {

	/**
	 * The code of the errors of validators.
	 */
	static final String INVALID = PlatformError.ID_TOKEN.getCode();

	private static final String UNREADABLE = "is not a JWT that can be read";

	/**
	 * Twice the pause between requests for a JWK set: under a flood of forged tokens it
	 * is confirmed again and again.
	 */
	private static final Duration CONFIRMATION = Duration.ofSeconds(10);

	private static final ClaimConverter CLAIMS = new ClaimConverter(converters());

	private final JwtRules rules;

	private final HeldDocument<JWKSet> jwkSet;

	private final Duration timeout;

	private final NimbusReactiveJwtDecoder verified;

	private final NimbusReactiveJwtDecoder unverified;

	/**
	 * Create a new instance.
	 * @param rules what the JWTs must conform to
	 * @param jwkSet the issuer's JWK set
	 * @param validator validates the claims
	 * @param timeout after which decoding ends, whether or not the JWK set has arrived
	 */
	OidcJwtDecoder(JwtRules rules, HeldDocument<JWKSet> jwkSet, OAuth2TokenValidator<Jwt> validator, Duration timeout) {
		this.rules = rules;
		this.jwkSet = jwkSet;
		this.timeout = timeout;
		this.verified = NimbusReactiveJwtDecoder
			.withJwkSource((jwt) -> Flux
				.deferContextual((context) -> Flux.fromIterable(context.<JWKSet>get(JWKSet.class).getKeys())))
			.validateType(false)
			.jwtProcessorCustomizer(this::customize)
			.build();
		this.unverified = new NimbusReactiveJwtDecoder((jwt) -> Mono.fromCallable(jwt::getJWTClaimsSet));
		this.verified.setJwtValidator(validator);
		this.unverified.setJwtValidator(validator);
		this.verified.setClaimSetConverter(CLAIMS);
		this.unverified.setClaimSetConverter(CLAIMS);
	}

	private static Map<String, Converter<Object, ?>> converters() {
		Map<String, Converter<Object, ?>> converters = new HashMap<>(
				OidcIdTokenDecoderFactory.createDefaultClaimTypeConverters());
		converters.put(JwtClaimNames.NBF, Objects.requireNonNull(converters.get(JwtClaimNames.EXP)));
		return converters;
	}

	private void customize(ConfigurableJWTProcessor<JWKSecurityContext> processor) {
		processor.setJWSKeySelector(
				new JWSVerificationKeySelector<>(this.rules.algorithms(), new JWKSecurityContextJWKSet()));
	}

	/**
	 * Decode a JWT.
	 * @return the JWT; fails with a {@link RefusedJwtException} if it is refused and with
	 * an {@link OidcProviderUnavailableException} if the JWK set cannot be read
	 */
	@Override
	public Mono<Jwt> decode(String token) {
		return Mono.defer(() -> {
			Map<String, Object> header = header(token);
			return Mono.fromFuture(this.jwkSet::get)
				.flatMap((held) -> decode(token, held, header).onErrorResume(RefusedJwtException.class,
						(ex) -> newer(token, held, header, ex)));
		})
			.onErrorMap(this::failure)
			.switchIfEmpty(Mono.error(this::timedOut))
			.timeout(this.timeout, Mono.error(this::timedOut));
	}

	/**
	 * Decode a JWT that came from the issuer itself, over TLS, and whose key is not known
	 * (OpenID Connect Core 1.0, section 3.1.3.7, item 6).
	 */
	Mono<Jwt> decodeWithoutKey(String token) {
		return Mono.defer(() -> {
			header(token);
			return this.unverified.decode(token);
		}).onErrorMap(this::failure);
	}

	private Mono<Jwt> decode(String token, JWKSet keys, Map<String, Object> header) {
		return this.verified.decode(token)
			.contextWrite((context) -> context.put(JWKSet.class, keys))
			.onErrorMap(OidcJwtDecoder::isOfSignature, (ex) -> notSigned(keys, header));
	}

	/**
	 * Claims that cannot be read are no matter of the key.
	 */
	private static boolean isOfSignature(Throwable ex) {
		Throwable cause = ex.getCause();
		return cause instanceof JOSEException
				|| (cause instanceof BadJOSEException && !(cause instanceof BadJWTException));
	}

	private static boolean isOfKnownKey(JWKSet keys, Map<String, Object> header) {
		return header.get("kid") instanceof String name && keys.getKeyByKeyId(name) != null;
	}

	private static RefusedJwtException notSigned(JWKSet keys, Map<String, Object> header) {
		return (header.get("kid") instanceof String name && !isOfKnownKey(keys, header))
				? RefusedJwtException.of(RefusedJwtException.UNKNOWN_KEY, RefusedJwtException.quoted(name))
				: new RefusedJwtException(RefusedJwtException.WRONG_SIGNATURE);
	}

	private Mono<Jwt> newer(String token, JWKSet held, Map<String, Object> header, RefusedJwtException refusal) {
		return Mono.fromFuture(() -> this.jwkSet.newerThan(held))
			.onErrorMap((ex) -> isOfKnownKey(held, header), (ex) -> refusal)
			.onErrorResume((ex) -> (ex == refusal) ? Mono.error(ex) : confirmed(ex))
			.flatMap((newer) -> decode(token, newer, header));
	}

	/**
	 * If the keys were requested a moment ago, one that is not among them is not the
	 * issuer's. That holds for logout tokens only, which any sender can post: an ID token
	 * comes from the issuer itself, so that its key is new.
	 */
	private Mono<JWKSet> confirmed(Throwable failure) {
		return (this.rules.profile() == JwtProfile.LOGOUT_TOKEN)
				? Mono.fromFuture(() -> this.jwkSet.confirmed(CONFIRMATION)) : Mono.error(failure);
	}

	/**
	 * Return the header of a JWT whose parts are bounded JSON: Nimbus reads any depth by
	 * recursion, and its messages quote what it reads.
	 */
	private Map<String, Object> header(String token) {
		try {
			Base64URL[] parts = JOSEObject.split(token);
			Map<String, Object> header = JsonObjectReader.read(parts[0].decode());
			this.rules.check(header, parts.length);
			readClaims(parts[1]);
			return header;
		}
		catch (ParseException | MalformedResponseException | IllegalArgumentException ex) {
			throw new RefusedJwtException(UNREADABLE);
		}
	}

	private static void readClaims(Base64URL claims) {
		try {
			JsonObjectReader.read(claims.decode());
		}
		catch (MalformedResponseException ex) {
			throw RefusedJwtException.of("holds no set of claims that can be read: it %s",
					String.valueOf(ex.getMessage()));
		}
	}

	private Throwable failure(Throwable ex) {
		if (ex instanceof JwtValidationException invalid) {
			return refused(invalid.getErrors());
		}
		return (ex instanceof RefusedJwtException || !(ex instanceof JwtException)) ? ex
				: new RefusedJwtException(UNREADABLE);
	}

	/**
	 * Return the refusal of a JWT by validators.
	 * @param errors their errors
	 */
	static RefusedJwtException refused(Collection<OAuth2Error> errors) {
		boolean clocks = errors.stream()
			.allMatch((error) -> error.getErrorCode().equals(PlatformError.CLOCK_SKEW.getCode()));
		String reason = errors.stream().map(OidcJwtDecoder::reason).collect(Collectors.joining(", and "));
		return clocks ? new RefusedJwtException(PlatformError.CLOCK_SKEW, "clocks", reason)
				: new RefusedJwtException(PlatformError.ID_TOKEN, "claims", reason);
	}

	private static String reason(OAuth2Error error) {
		boolean ours = error.getErrorCode().equals(INVALID)
				|| error.getErrorCode().equals(PlatformError.CLOCK_SKEW.getCode());
		return (ours ? "" : "does not conform: ") + PrintableText.of(String.valueOf(error.getDescription()));
	}

	private OidcProviderUnavailableException timedOut() {
		URI url = PrintableUrl.of(this.rules.jwkSetUrl());
		return new OidcProviderUnavailableException(
				PlatformError.PROVIDER_KEYS
					.explain("The keys at %s did not come within %d ms".formatted(url, this.timeout.toMillis())),
				PlatformError.PROVIDER_KEYS, PlatformStep.PROVIDER_KEYS, url, null, null);
	}

}
