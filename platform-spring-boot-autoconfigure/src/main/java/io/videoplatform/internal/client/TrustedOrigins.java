package io.videoplatform.internal.client;

import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.videoplatform.internal.http.Origin;

import org.springframework.util.function.SingletonSupplier;

/**
 * The origins that a token may be sent to: the API's own, and those listed.
 */
final class TrustedOrigins {

	private static final int REMEMBERED = 1_000;

	private final Origin root;

	private final List<Origin> others;

	private final Supplier<Cache<Origin, Boolean>> foreignOrigins = SingletonSupplier
		.of(() -> Caffeine.newBuilder().maximumSize(REMEMBERED).build());

	TrustedOrigins(Origin root, Set<Origin> others) {
		this.root = root;
		this.others = List.copyOf(others);
	}

	/**
	 * Return whether a URL lies in the API's own origin.
	 */
	boolean isRoot(URI url) {
		return this.root.contains(url);
	}

	boolean contains(URI url) {
		if (this.root.contains(url)) {
			return true;
		}
		for (Origin other : this.others) {
			if (other.contains(url)) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Return whether a foreign origin is met for the first time.
	 */
	boolean isNewForeignOrigin(URI url) {
		return this.foreignOrigins.get().asMap().putIfAbsent(Origin.of(url), Boolean.TRUE) == null;
	}

	static boolean isAbsolute(URI url) {
		return url.getScheme() != null && url.getHost() != null;
	}

}
