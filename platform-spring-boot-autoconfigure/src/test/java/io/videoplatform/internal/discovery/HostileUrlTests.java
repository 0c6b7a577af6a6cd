package io.videoplatform.internal.discovery;

import java.util.Set;

import io.videoplatform.internal.http.AddressGuard;
import io.videoplatform.internal.http.UrlRules;
import io.videoplatform.testing.HostileText;
import org.junit.jupiter.api.Test;

/**
 * Links and settings of any length.
 */
class HostileUrlTests {

	@Test
	void parseWhenUrlIsHostileThenEnds() {
		HostileText.feed((text) -> RootUrl.parse(text, Set.of()), "https://", "https://user:", "https://[",
				"https://a/", "https://a:", "https://a?");
		HostileText.feed(RootUrl::printable, "https://user:", "https://a?");
		UrlRules rules = new UrlRules(Set.of(), new AddressGuard("api.example.com", true));
		HostileText.feed((text) -> IssuerPattern.parse(text, rules), "https://*.", "https://a/", "https://a/*/");
	}

}
