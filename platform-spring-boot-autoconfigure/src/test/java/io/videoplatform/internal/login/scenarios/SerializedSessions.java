package io.videoplatform.internal.login.scenarios;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.core.serializer.support.DeserializingConverter;
import org.springframework.core.serializer.support.SerializingConverter;
import org.springframework.session.Session;

/**
 * The sessions of several nodes as they are in an engine: each request has a copy.
 */
final class SerializedSessions extends AbstractMap<String, Session> {

	private final Map<String, byte[]> sessions = new ConcurrentHashMap<>();

	@Override
	public @Nullable Session get(Object id) {
		byte[] bytes = this.sessions.get(id);
		return (bytes != null) ? session(bytes) : null;
	}

	@Override
	public @Nullable Session put(String id, Session session) {
		this.sessions.put(id, new SerializingConverter().convert(session));
		return null;
	}

	@Override
	public @Nullable Session remove(Object id) {
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
