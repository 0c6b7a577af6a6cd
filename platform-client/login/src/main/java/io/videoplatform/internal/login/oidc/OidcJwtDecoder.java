package io.videoplatform.internal.login.oidc;

import java.text.ParseException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObject;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSecurityContextJWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.proc.BadJWTException;
import io.videoplatform.PlatformError;
import io.videoplatform.internal.document.CachedDocument;
import io.videoplatform.internal.http.JsonObjectReader;
import io.videoplatform.internal.http.MalformedResponseException;
import io.videoplatform.internal.http.PrintableText;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.convert.converter.Converter;
import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenDecoderFactory;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jwt.BadJwtException;
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
 *
 * @param algorithms the accepted signature algorithms
 * @param jwkSet the issuer's JWK set
 * @param validator validates the claims
 */
record OidcJwtDecoder(JwtProfile profile, Set<JWSAlgorithm> algorithms, CachedDocument<JWKSet> jwkSet,
		OAuth2TokenValidator<Jwt> validator) implements ReactiveJwtDecoder {

	/**
	 * The code of the errors of validators.
	 */
	private static final String INVALID = PlatformError.ID_TOKEN.getCode();

	private static final String UNREADABLE = "is not a JWT that can be read";

	private static final int SIGNED_PARTS = 3;

	/**
	 * Twice the pause between requests for a JWK set: under a flood of forged tokens it
	 * is confirmed again and again.
	 */
	private static final Duration CONFIRMATION = Duration.ofSeconds(10);

	private static final ClaimConverter CLAIMS = new ClaimConverter(converters());

	private static Map<String, Converter<Object, ?>> converters() {
		Map<String, Converter<Object, ?>> converters = new HashMap<>(
				OidcIdTokenDecoderFactory.createDefaultClaimTypeConverters());
		converters.put(JwtClaimNames.NBF, Objects.requireNonNull(converters.get(JwtClaimNames.EXP)));
		return converters;
	}

	/**
	 * Decode a JWT.
	 * @return the JWT; fails with a {@link BadJwtException} if it is refused and with an
	 * {@link LoginUnavailableException} if the JWK set cannot be read
	 */
	@Override
	public Mono<Jwt> decode(String token) {
		return Mono.defer(() -> {
			Map<String, Object> header = header(token);
			Mono<Jwt> jwt = Mono.fromFuture(this.jwkSet::get)
				.flatMap((held) -> verify(token, held).onErrorResume(OidcJwtDecoder::isOfSignature,
						(ex) -> newer(held, header).flatMap((keys) -> verifyAgain(token, keys, header))));
			return (this.profile == JwtProfile.REFRESHED_ID_TOKEN)
					? jwt.onErrorResume(LoginUnavailableException.class, (ex) -> unverified(token)) : jwt;
		});
	}

	private Mono<Jwt> verify(String token, JWKSet keys) {
		return decode(NimbusReactiveJwtDecoder.withJwkSource((jwt) -> Flux.fromIterable(keys.getKeys()))
			.validateType(false)
			.jwtProcessorCustomizer((processor) -> processor
				.setJWSKeySelector(new JWSVerificationKeySelector<>(this.algorithms, new JWKSecurityContextJWKSet())))
			.build(), token);
	}

	/**
	 * Decode a JWT that came from the issuer itself, over TLS, and whose key is not known
	 * (OpenID Connect Core 1.0, section 3.1.3.7, item 6).
	 */
	private Mono<Jwt> unverified(String token) {
		return decode(new NimbusReactiveJwtDecoder((jwt) -> Mono.fromCallable(jwt::getJWTClaimsSet)), token);
	}

	private Mono<Jwt> decode(NimbusReactiveJwtDecoder decoder, String token) {
		decoder.setJwtValidator(this.validator);
		decoder.setClaimSetConverter(CLAIMS);
		return decoder.decode(token)
			.onErrorMap((ex) -> ex instanceof JwtException && !isOfSignature(ex), this::refused);
	}

	private Mono<Jwt> verifyAgain(String token, JWKSet keys, Map<String, Object> header) {
		if (isOfKnownKey(keys, header) || !(header.get("kid") instanceof String name)) {
			return verify(token, keys).onErrorMap(OidcJwtDecoder::isOfSignature,
					(ex) -> refused("has a signature that was not made by the issuer's key"));
		}
		return (this.profile == JwtProfile.REFRESHED_ID_TOKEN) ? unverified(token)
				: Mono.error(refused("is signed by key %s, which the issuer does not publish".formatted(quoted(name))));
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

	/**
	 * If the keys were requested a moment ago, one that is not among them is not the
	 * issuer's. That holds for logout tokens only, which any sender can post: an ID token
	 * comes from the issuer itself, so that its key is new.
	 */
	private Mono<JWKSet> newer(JWKSet held, Map<String, Object> header) {
		return Mono.fromFuture(() -> this.jwkSet.newerThan(held)).onErrorResume((ex) -> {
			if (isOfKnownKey(held, header)) {
				return Mono.just(held);
			}
			return (this.profile == JwtProfile.LOGOUT_TOKEN)
					? Mono.fromFuture(() -> this.jwkSet.confirmed(CONFIRMATION)) : Mono.error(ex);
		});
	}

	/**
	 * Return the header of a JWT whose parts are bounded JSON: Nimbus reads any depth by
	 * recursion, and its messages quote what it reads.
	 */
	private Map<String, Object> header(String token) {
		try {
			Base64URL[] parts = JOSEObject.split(token);
			Map<String, Object> header = JsonObjectReader.read(parts[0].decode());
			if (parts.length == SIGNED_PARTS) {
				checkHeader(header);
				JsonObjectReader.read(parts[1].decode());
				return header;
			}
		}
		catch (ParseException | MalformedResponseException | IllegalArgumentException ex) {
			// Refused
		}
		throw refused(UNREADABLE);
	}

	private void checkHeader(Map<String, Object> header) {
		String algorithm = String.valueOf(header.get("alg"));
		if (!this.algorithms.contains(JWSAlgorithm.parse(algorithm))) {
			throw refused("is signed by algorithm %s, but the provider's metadata allow %s only"
				.formatted(quoted(algorithm), this.algorithms));
		}
		Object type = header.get("typ");
		if (!this.profile.allows(type)) {
			throw refused(
					"is of type %s ('typ'): a JWT, but no %s".formatted(quoted(String.valueOf(type)), this.profile));
		}
	}

	private BadJwtException refused(Throwable ex) {
		return (ex instanceof JwtValidationException invalid)
				? new JwtValidationException(this.profile.refused(invalid.getErrors()
					.stream()
					.map((error) -> PrintableText.of(String.valueOf(error.getDescription())))
					.collect(Collectors.joining(", and "))), invalid.getErrors())
				: refused(UNREADABLE);
	}

	private BadJwtException refused(String reason) {
		return new BadJwtException(this.profile.refused(reason));
	}

	private static String quoted(String foreign) {
		return "'" + PrintableText.of(foreign) + "'";
	}

	/**
	 * Return the entry of the catalogue for a JWT that is refused.
	 */
	static PlatformError error(BadJwtException ex) {
		boolean clocks = ex instanceof JwtValidationException invalid && invalid.getErrors()
			.stream()
			.allMatch((error) -> error.getErrorCode().equals(PlatformError.CLOCK_SKEW.getCode()));
		return clocks ? PlatformError.CLOCK_SKEW : PlatformError.ID_TOKEN;
	}

	/**
	 * Return the result of a validator.
	 * @param reason why the JWT is refused, if it is
	 */
	static OAuth2TokenValidatorResult result(@Nullable String reason) {
		return (reason != null) ? OAuth2TokenValidatorResult.failure(new OAuth2Error(INVALID, reason, null))
				: OAuth2TokenValidatorResult.success();
	}

}
