package io.videoplatform.internal.doctor;

import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import com.nimbusds.jose.jwk.JWKSet;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformException;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.doctor.CheckVerdict;
import io.videoplatform.internal.discovery.WebFingerDocument;
import io.videoplatform.internal.document.DocumentResponse;
import io.videoplatform.internal.http.Origin;
import io.videoplatform.internal.http.PrintableText;
import io.videoplatform.internal.http.PrintableUrl;
import io.videoplatform.internal.registration.ClientAuthentication;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.ClientAuthenticationMethod;

/**
 * The rules on the provider that the API host names: trust, its configuration, whether
 * that suits the client, and its keys.
 *
 * @param state what the check has found out
 * @param host the rules on certificates
 */
record ProviderRules(CheckState state, HostRules host) {

	private static final int MAX_NAMES = 10;

	private static final String CODE_CHALLENGES = "code_challenge_methods_supported";

	Found trust() {
		WebFingerDocument named = this.state.webFinger().value();
		String reason = this.state.discovery().requireTrusted(named);
		this.state.trusted(named);
		return Found.passed("The issuer " + reason);
	}

	Found certificate() {
		URI url = this.state.trusted().location().documentUrl();
		return this.state.subject().root().origin().equals(Origin.of(url))
				? Found.skipped("The provider has the origin of the API host") : this.host.certificate(url);
	}

	Found configuration() {
		DocumentResponse<ProviderMetadata> document = this.state
			.await(this.state.discovery().configuration(this.state.trusted()));
		this.state.configuration(document);
		String found = "The issuer is %s, the token endpoint %s".formatted(PrintableText.of(document.value().issuer()),
				PrintableUrl.of(document.value().tokenEndpoint()));
		PlatformEvent warning = this.state.takeWarning();
		CheckVerdict verdict = this.state.subject().usesLogin() ? CheckVerdict.FAILED : CheckVerdict.WARNING;
		return (warning != null) ? Found.of(verdict, found, warning) : Found.passed(found);
	}

	Found support() {
		ProviderMetadata metadata = this.state.configuration();
		CheckedCredentials credentials = this.state.subject().credentials();
		if (credentials == null) {
			return Found.skipped("The client has no credentials");
		}
		String grant = credentials.credentials().grantType().getValue();
		String missing = missing(metadata, "grant_types_supported", grant);
		if (missing != null) {
			return Found.of(CheckVerdict.WARNING, missing, PlatformError.UNAUTHORIZED_CLIENT);
		}
		ClientAuthenticationMethod method = credentials.credentials()
			.authenticationMethod(metadata.tokenEndpointAuthMethods());
		// Providers with public clients rarely list them; for assertions of others there
		// is no name
		missing = Set.of(ClientAuthenticationMethod.NONE, ClientAuthentication.CLIENT_ASSERTION).contains(method) ? null
				: missing(metadata, "token_endpoint_auth_methods_supported", method.getValue());
		if (missing != null) {
			return Found.warning(missing,
					"Set %s to a method that the provider supports and that is set up for the client there."
						.formatted(this.state.subject().property("client-authentication-method")));
		}
		if (this.state.subject().usesLogin()
				&& !(metadata.members().get(CODE_CHALLENGES) instanceof List<?> methods && methods.contains("S256"))) {
			return Found.warning(
					"'%s' does not contain 'S256', so that logins may not be protected by PKCE (RFC 7636)"
						.formatted(CODE_CHALLENGES),
					"Have PKCE with S256 enabled at the provider; code challenges are always sent.");
		}
		return Found.passed("The provider supports what the client uses for the grant '%s'".formatted(grant));
	}

	/**
	 * Return what to say if the metadata list values and this one is not among them.
	 */
	private @Nullable String missing(ProviderMetadata metadata, String member, String value) {
		if (!(metadata.members().get(member) instanceof List<?> values) || values.contains(value)) {
			return null;
		}
		String stated = values.stream().limit(MAX_NAMES).map(String::valueOf).collect(Collectors.joining("', '"));
		return "'%s' does not contain '%s' but %s".formatted(member, value, this.state.subject().quoted(stated));
	}

	Found keys() {
		URI url = this.state.configuration().jwksUri();
		boolean needed = this.state.subject().usesLogin();
		if (url == null) {
			return needed
					? Found.of(CheckVerdict.FAILED, "The provider's configuration has no 'jwks_uri'",
							PlatformError.LOGIN_UNSUPPORTED)
					: Found.skipped("The provider names none, and the client needs none");
		}
		try {
			DocumentResponse<JWKSet> document = this.state
				.await(this.state.discovery().inspector(this.state.subject().keys().apply(url)).inspect());
			if (needed) {
				this.state.remember("JWK set", document);
			}
			int keys = document.value().size();
			return Found.passed("Keys for signatures: %d, at %s".formatted(keys, PrintableUrl.of(url)));
		}
		catch (PlatformException ex) {
			if (needed) {
				throw ex;
			}
			return Found.of(CheckVerdict.WARNING, ex).and("The client does not need them");
		}
	}

}
