package io.videoplatform.internal.login;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Entries of which those go first that were not used for longest.
 *
 * @param <V> what is held for each session
 */
final class LeastRecentlyUsedMap<V> extends LinkedHashMap<String, V> {

	private static final long serialVersionUID = 1L;

	private final long maximum;

	LeastRecentlyUsedMap(long maximum) {
		super(16, 0.75f, true);
		this.maximum = maximum;
	}

	@Override
	protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
		return size() > this.maximum;
	}

}
