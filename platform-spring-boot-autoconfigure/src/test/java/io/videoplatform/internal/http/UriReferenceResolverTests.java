package io.videoplatform.internal.http;

import java.net.URI;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The examples of RFC 3986, section 5.4, and what a {@code Location} adds to them.
 */
class UriReferenceResolverTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			g:h           | g:h
			g             | http://a/b/c/g
			./g           | http://a/b/c/g
			g/            | http://a/b/c/g/
			/g            | http://a/g
			//g           | http://g
			?y            | http://a/b/c/d;p?y
			g?y           | http://a/b/c/g?y
			#s            | http://a/b/c/d;p?q#s
			g#s           | http://a/b/c/g#s
			g?y#s         | http://a/b/c/g?y#s
			;x            | http://a/b/c/;x
			g;x           | http://a/b/c/g;x
			g;x?y#s       | http://a/b/c/g;x?y#s
			''            | http://a/b/c/d;p?q
			.             | http://a/b/c/
			./            | http://a/b/c/
			..            | http://a/b/
			../           | http://a/b/
			../g          | http://a/b/g
			../..         | http://a/
			../../        | http://a/
			../../g       | http://a/g
			../../../g    | http://a/g
			../../../../g | http://a/g
			/./g          | http://a/g
			/../g         | http://a/g
			g.            | http://a/b/c/g.
			.g            | http://a/b/c/.g
			g..           | http://a/b/c/g..
			..g           | http://a/b/c/..g
			./../g        | http://a/b/g
			./g/.         | http://a/b/c/g/
			g/./h         | http://a/b/c/g/h
			g/../h        | http://a/b/c/h
			g;x=1/./y     | http://a/b/c/g;x=1/y
			g;x=1/../y    | http://a/b/c/y
			g?y/./x       | http://a/b/c/g?y/./x
			g?y/../x      | http://a/b/c/g?y/../x
			g#s/../x      | http://a/b/c/g#s/../x
			http:g        | http:g
			https://b/../c/./d?x | https://b/c/d?x
			//b/c/..      | http://b/
			""")
	void resolveWhenReferenceThenAsTheSpecificationSays(String reference, String expected) {
		assertThat(UriReferenceResolver.resolve(URI.create("http://a/b/c/d;p?q"), reference)).hasToString(expected);
	}

	@ParameterizedTest
	@CsvSource({ "https://h/a/b?c,?d,https://h/a/b?d", "https://h,c,https://h/c", "https://h?x,?y,https://h/?y",
			"https://h:8443/a%2Fb/c?x=%20,d%20e,https://h:8443/a%2Fb/d%20e", "https://h/a/,b//c,https://h/a/b//c" })
	void resolveWhenBaseIsOfHttpThenResolved(String base, String reference, String expected) {
		assertThat(UriReferenceResolver.resolve(URI.create(base), reference)).hasToString(expected);
	}

	@ParameterizedTest
	@ValueSource(strings = { "a b", "http://[::1", "%zz", "//", "/targ\u00e9t", "/targ\u00c3\u00a9t", "\u00a0" })
	void resolveWhenNoReferenceThenRefused(String reference) {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> UriReferenceResolver.resolve(URI.create("http://a/b"), reference));
	}

}
