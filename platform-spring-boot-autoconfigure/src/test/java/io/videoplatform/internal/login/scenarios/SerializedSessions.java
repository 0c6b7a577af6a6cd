package io.videoplatform.internal.login.scenarios;

import java.util.AbstractMap;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.core.serializer.support.DeserializingConverter;
import org.springframework.core.serializer.support.SerializingConverter;
import org.springframework.session.MapSessionRepository;
import org.springframework.session.ReactiveMapSessionRepository;
import org.springframework.session.Session;

/**
 * The sessions of several nodes as they are in an engine: each request has a copy.
 */
final class SerializedSessions extends AbstractMap<String, Session> {

	private final Map<String, byte[]> sessions = new ConcurrentHashMap<>();

	private volatile boolean down;

	/**
	 * Return the repository of the sessions, by the name of its bean.
	 */
	Map<String, Object> repository(Stack stack) {
		return Map.of("sessionRepository",
				(stack == Stack.SERVLET) ? new MapSessionRepository(this) : new ReactiveMapSessionRepository(this));
	}

	/**
	 * Return the sessions as they are in the engine.
	 */
	Collection<byte[]> bytes() {
		return this.sessions.values();
	}

	/**
	 * Whether no session can be deleted.
	 */
	void down(boolean down) {
		this.down = down;
	}

	@Override
	public @Nullable Session get(Object id) {
		byte[] bytes = this.sessions.get(id);
		return (bytes != null) ? session(bytes) : null;
	}

	@Override
	public @Nullable Session put(String id, Session session) {
		// An engine's repository saves what a request has changed. This one saves all,
		// once
		// more after the response: a later request may have been faster
		this.sessions.merge(id, new SerializingConverter().convert(session),
				(held, saved) -> isLater(session(held), session) ? held : saved);
		return null;
	}

	private static boolean isLater(Session held, Session saved) {
		return held.getLastAccessedTime().isAfter(saved.getLastAccessedTime());
	}

	@Override
	public @Nullable Session remove(Object id) {
		if (this.down) {
			throw new IllegalStateException("The engine of the sessions is down");
		}
		byte[] bytes = this.sessions.remove(id);
		return (bytes != null) ? session(bytes) : null;
	}

	@Override
	public Set<Entry<String, Session>> entrySet() {
		return this.sessions.entrySet()
			.stream()
			.map((entry) -> Map.entry(entry.getKey(), session(entry.getValue())))
			.collect(Collectors.toSet());
	}

	private static Session session(byte[] bytes) {
		return (Session) new DeserializingConverter().convert(bytes);
	}

}
