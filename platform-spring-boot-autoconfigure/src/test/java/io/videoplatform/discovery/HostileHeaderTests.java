package io.videoplatform.discovery;

import java.time.Duration;
import java.util.List;
import java.util.Set;

import io.videoplatform.testing.HostileText;
import io.videoplatform.transport.AddressGuard;
import io.videoplatform.transport.UrlRules;
import org.junit.jupiter.api.Test;

/**
 * Headers, links and settings of any length.
 */
class HostileHeaderTests {

	@Test
	void readWhenFreshnessIsHostileThenEnds() {
		HostileText.feed((text) -> CacheControl.of(List.of(text, text)).seconds("max-age"), "max-age=", "max-age=\"",
				"no-cache=\"");
		HostileText.feed((text) -> DeltaSeconds.parse(text, Duration.ZERO), "0", "1");
	}

	@Test
	void parseWhenUrlIsHostileThenEnds() {
		HostileText.feed((text) -> RootUrl.parse(text, Set.of()), "https://", "https://user:", "https://[",
				"https://a/", "https://a:", "https://a?");
		HostileText.feed(RootUrl::printable, "https://user:", "https://a?");
		UrlRules rules = new UrlRules(Set.of(), new AddressGuard("api.example.com", true));
		HostileText.feed((text) -> IssuerPattern.parse(text, rules), "https://*.", "https://a/", "https://a/*/");
	}

}
