package io.videoplatform.internal.discovery;

import java.util.Set;

import io.videoplatform.internal.http.AddressFilter;
import io.videoplatform.internal.http.HostileText;
import io.videoplatform.internal.http.PrintableUrl;
import io.videoplatform.internal.http.UrlValidator;
import io.videoplatform.internal.transport.AddressNetworks;
import org.junit.jupiter.api.Test;

/**
 * Links and settings of any length.
 */
class HostileUrlTests {

	@Test
	void parseWhenUrlIsHostileThenEnds() {
		HostileText.feed((text) -> RootUrl.parse(text, Set.of()), "https://", "https://user:", "https://[",
				"https://a/", "https://a:", "https://a?");
		HostileText.feed(PrintableUrl::masked, "https://user:", "https://a?");
		UrlValidator rules = new UrlValidator(Set.of(), new AddressFilter("api.example.com", AddressNetworks::scope));
		HostileText.feed((text) -> IssuerPattern.parse(text, rules), "https://*.", "https://a/", "https://a/*/");
	}

}
