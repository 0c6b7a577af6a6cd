package io.videoplatform.internal.doctor;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import com.nimbusds.jose.jwk.JWKSet;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformException;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.doctor.CheckFinding;
import io.videoplatform.doctor.CheckRule;
import io.videoplatform.doctor.CheckVerdict;
import io.videoplatform.internal.discovery.WebFingerDocument;
import io.videoplatform.internal.document.ReceivedDocument;
import io.videoplatform.internal.http.Origin;
import io.videoplatform.internal.http.PrintableText;
import io.videoplatform.internal.http.PrintableUrl;
import io.videoplatform.internal.registration.ClientAuthentication;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.ClientAuthenticationMethod;

/**
 * The rules on the provider that the API host names: trust, its configuration, whether
 * that suits the client, and its keys.
 */
final class ProviderRules {

	private static final int MAX_NAMES = 10;

	private final CheckState state;

	private final Findings findings;

	ProviderRules(CheckState state, Findings findings) {
		this.state = state;
		this.findings = findings;
	}

	CheckFinding trust() {
		CheckRule rule = CheckRule.ISSUER_TRUST;
		ReceivedDocument<WebFingerDocument> document = this.state.webFinger();
		if (document == null) {
			return this.findings.skippedAfter(rule, CheckRule.WEBFINGER);
		}
		try {
			String reason = this.state.discovery().requireTrusted(document.value());
			this.state.trusted(document.value());
			return this.findings.passed(rule, "The issuer " + reason);
		}
		catch (PlatformException ex) {
			return this.findings.failed(rule, ex);
		}
	}

	CheckFinding certificate() {
		CheckRule rule = CheckRule.PROVIDER_CERTIFICATE;
		WebFingerDocument named = this.state.trusted();
		if (named == null) {
			return this.findings.skippedAfter(rule, CheckRule.ISSUER_TRUST);
		}
		URI url = named.location().documentUrl();
		return this.state.subject().root().origin().equals(Origin.of(url))
				? this.findings.skipped(rule, "The provider has the origin of the API host")
				: new HostRules(this.state, this.findings).certificate(rule, url);
	}

	CheckFinding configuration() {
		CheckRule rule = CheckRule.PROVIDER_CONFIGURATION;
		WebFingerDocument named = this.state.trusted();
		if (named == null) {
			return this.findings.skippedAfter(rule, CheckRule.ISSUER_TRUST);
		}
		try {
			ReceivedDocument<ProviderMetadata> document = this.state.await(this.state.discovery().configuration(named));
			this.state.configuration(document);
			return configuration(document.value());
		}
		catch (PlatformException ex) {
			return this.findings.failed(rule, ex);
		}
	}

	private CheckFinding configuration(ProviderMetadata metadata) {
		CheckRule rule = CheckRule.PROVIDER_CONFIGURATION;
		String found = "The issuer is %s, the token endpoint %s".formatted(PrintableText.of(metadata.issuer()),
				PrintableUrl.of(metadata.tokenEndpoint()));
		PlatformEvent warning = this.state.takeWarning();
		CheckVerdict verdict = this.state.subject().usesLogin() ? CheckVerdict.FAILED : CheckVerdict.WARNING;
		return (warning != null) ? this.findings.of(rule, verdict, found, warning) : this.findings.passed(rule, found);
	}

	CheckFinding support() {
		CheckRule rule = CheckRule.CLIENT_SUPPORT;
		ProviderMetadata metadata = this.state.configuration();
		CheckedCredentials credentials = this.state.subject().credentials();
		if (metadata == null) {
			return this.findings.skippedAfter(rule, CheckRule.PROVIDER_CONFIGURATION);
		}
		if (credentials == null) {
			return this.findings.skipped(rule, "The client has no credentials");
		}
		String grant = credentials.credentials().grantType().getValue();
		if (isMissing(metadata, "grant_types_supported", grant)) {
			return this.findings.warning(rule, "'grant_types_supported' does not contain '%s' but %s".formatted(grant,
					stated(metadata, "grant_types_supported")), PlatformError.UNAUTHORIZED_CLIENT);
		}
		CheckFinding finding = authentication(metadata, credentials);
		return (finding != null) ? finding : codeChallenge(metadata, grant);
	}

	private @Nullable CheckFinding authentication(ProviderMetadata metadata, CheckedCredentials credentials) {
		String member = "token_endpoint_auth_methods_supported";
		ClientAuthenticationMethod method = credentials.registration().apply(metadata).getClientAuthenticationMethod();
		// Providers with public clients rarely list them; for assertions of others there
		// is no name
		if (Set.of(ClientAuthenticationMethod.NONE, ClientAuthentication.CLIENT_ASSERTION).contains(method)
				|| !isMissing(metadata, member, method.getValue())) {
			return null;
		}
		return this.findings.warning(CheckRule.CLIENT_SUPPORT,
				"'%s' does not contain '%s' but %s".formatted(member, method.getValue(), stated(metadata, member)),
				"Set %s to a method that the provider supports and that is set up for the client there."
					.formatted(this.state.subject().property("client-authentication-method")));
	}

	private CheckFinding codeChallenge(ProviderMetadata metadata, String grant) {
		CheckRule rule = CheckRule.CLIENT_SUPPORT;
		String member = "code_challenge_methods_supported";
		boolean missing = metadata.members().get(member) == null || isMissing(metadata, member, "S256");
		if (this.state.subject().usesLogin() && missing) {
			return this.findings.warning(
					rule, "'%s' does not contain 'S256', so that logins may not be protected by PKCE (RFC 7636)"
						.formatted(member),
					"Have PKCE with S256 enabled at the provider; code challenges are always sent.");
		}
		return this.findings.passed(rule,
				"The provider supports what the client uses for the grant '%s'".formatted(grant));
	}

	/**
	 * Return whether the metadata list values and this one is not among them.
	 */
	private static boolean isMissing(ProviderMetadata metadata, String member, String value) {
		return metadata.members().get(member) instanceof List<?> values && !values.contains(value);
	}

	private String stated(ProviderMetadata metadata, String member) {
		List<String> names = new ArrayList<>();
		if (metadata.members().get(member) instanceof List<?> values) {
			values.stream().limit(MAX_NAMES).map(String::valueOf).forEach(names::add);
		}
		return this.findings.quoted(String.join("', '", names));
	}

	CheckFinding keys() {
		CheckRule rule = CheckRule.PROVIDER_KEYS;
		ProviderMetadata metadata = this.state.configuration();
		if (metadata == null) {
			return this.findings.skippedAfter(rule, CheckRule.PROVIDER_CONFIGURATION);
		}
		boolean needed = this.state.subject().usesLogin();
		URI url = metadata.jwksUri();
		if (url == null) {
			return needed
					? this.findings.failed(rule, "The provider's configuration has no 'jwks_uri'",
							PlatformError.LOGIN_UNSUPPORTED)
					: this.findings.skipped(rule, "The provider names none, and the client needs none");
		}
		try {
			ReceivedDocument<JWKSet> document = this.state
				.await(this.state.discovery().inspector(this.state.subject().keys().apply(url)).inspect());
			if (needed) {
				this.state.remember("JWK set", document);
			}
			int keys = document.value().size();
			return this.findings.passed(rule, "Keys for signatures: %d, at %s".formatted(keys, PrintableUrl.of(url)));
		}
		catch (PlatformException ex) {
			return needed ? this.findings.failed(rule, ex) : this.findings.warning(rule,
					"%s. The client does not need them".formatted(this.findings.describe(ex)), ex.getError());
		}
	}

}
