package io.videoplatform.internal.client;

import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.videoplatform.internal.http.Origin;

/**
 * The origins that a token may be sent to: the API's own, and those listed.
 */
final class TrustedOrigins {

	private static final int REMEMBERED = 1_000;

	private final Origin root;

	private final List<Origin> others;

	private final Set<Origin> foreignOrigins = ConcurrentHashMap.newKeySet();

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
	 * Return whether a foreign origin is met for the first time, as long as there is
	 * place to remember it: an application may call any number of them.
	 */
	boolean isNewForeignOrigin(URI url) {
		return this.foreignOrigins.size() < REMEMBERED && this.foreignOrigins.add(Origin.of(url));
	}

}
