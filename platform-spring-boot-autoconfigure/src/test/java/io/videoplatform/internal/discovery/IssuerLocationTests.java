package io.videoplatform.internal.discovery;

import java.net.URI;

import io.videoplatform.internal.http.InvalidUrlException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The shapes of an issuer link.
 */
class IssuerLocationTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					https://h/r/p/.well-known/openid-configuration       | https://h/r/p  | https://h/r/p/.well-known/openid-configuration
					https://h/.well-known/openid-configuration           | https://h      | https://h/.well-known/openid-configuration
					https://h/r/.well-known/openid-configuration/        | https://h/r    | https://h/r/.well-known/openid-configuration/
					https://h/r/.well-known/openid-configuration?v=2     | https://h/r    | https://h/r/.well-known/openid-configuration?v=2
					https://h/r/p/.well-known/oauth-authorization-server | https://h/r/p  | https://h/r/p/.well-known/oauth-authorization-server
					https://h/.well-known/openid-configuration/r/p       | https://h/r/p  | https://h/.well-known/openid-configuration/r/p
					https://h/r/p                                        | https://h/r/p  | https://h/r/p/.well-known/openid-configuration
					https://h/r/p/                                       | https://h/r/p/ | https://h/r/p/.well-known/openid-configuration
					https://h                                            | https://h      | https://h/.well-known/openid-configuration
					https://h/                                           | https://h/     | https://h/.well-known/openid-configuration
					https://h/x.well-known/openid-configuration          | https://h/x.well-known/openid-configuration | https://h/x.well-known/openid-configuration/.well-known/openid-configuration
					https://h/r/.well-known/openid-configurations        | https://h/r/.well-known/openid-configurations | https://h/r/.well-known/openid-configurations/.well-known/openid-configuration
					""")
	void ofWhenLinkThenIssuerAndDocumentUrl(String link, String issuer, String document) {
		assertThat(IssuerLocation.of(URI.create(link))).isEqualTo(new IssuerLocation(issuer, URI.create(document)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://h/r?x=y", "https://h?/.well-known/openid-configuration", "https://h/r?" })
	void ofWhenIssuerHasQueryThenRefused(String link) {
		assertThatExceptionOfType(InvalidUrlException.class).isThrownBy(() -> IssuerLocation.of(URI.create(link)))
			.withMessage("is an issuer with a query");
	}

	@ParameterizedTest
	@CsvSource({ "https://h/r,https://h/r,true", "https://h/r,https://h/r/,true", "https://h/r/,https://h/r,true",
			"https://h,https://h/,true", "https://h/r,https://h/r//,false", "https://h/r,https://h/R,false",
			"https://h/r,https://H/r,false", "https://h/r,https://h:443/r,false", "https://h/r,http://h/r,false",
			"https://h/r,https://h/r/x,false", "https://h/r,https://h/,false", "https://h/r,https://h/r?,false",
			"https://h/r,' https://h/r',false", "https://h/r,https://h/%72,false" })
	void belongsToWhenStatedThenSameTextButForOneSlash(String issuer, String stated, boolean expected) {
		assertThat(new IssuerLocation(issuer, URI.create("https://h/x")).belongsTo(stated)).isEqualTo(expected);
	}

}
