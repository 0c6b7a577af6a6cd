package io.videoplatform.autoconfigure;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

import io.videoplatform.Gates;
import io.videoplatform.internal.login.SessionDeletion;
import io.videoplatform.internal.store.engine.RedisProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Mono;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.session.MapSession;
import org.springframework.session.ReactiveMapSessionRepository;
import org.springframework.session.Session;
import org.springframework.session.SessionRepository;
import org.springframework.session.data.redis.RedisIndexedSessionRepository;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Deletions of sessions from a repository that keeps them for a while, marked as expired.
 */
class SessionDeletionTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	@RegisterExtension
	static final RedisProcess redis = new RedisProcess();

	private final LettuceConnectionFactory connections = new LettuceConnectionFactory("127.0.0.1", redis.port());

	private final RedisTemplate<String, Object> template = new RedisTemplate<>();

	@BeforeEach
	void connect() {
		this.connections.afterPropertiesSet();
		this.connections.start();
		this.template.setKeySerializer(RedisSerializer.string());
		this.template.setHashKeySerializer(RedisSerializer.string());
		this.template.setConnectionFactory(this.connections);
		this.template.afterPropertiesSet();
	}

	@AfterEach
	void disconnect() {
		this.connections.destroy();
	}

	@Test
	void deleteWhenTheClockOfAReaderIsBehindThenTheSessionItFindsIsEmpty() {
		RedisIndexedSessionRepository sessions = new RedisIndexedSessionRepository(this.template);
		// By the clock of the node that used it last, which is ahead of the readers'
		String id = save(sessions, Instant.now().plusSeconds(120));
		SessionDeletion deletion = new ServletLogoutConfiguration.SharedSessions().platformSessionDeletion(sessions);
		deletion.delete(id).block(PATIENCE);
		Session kept = sessions.findById(id);
		assertThat(kept).isNotNull();
		assertThat(kept.getAttributeNames()).isEmpty();
	}

	@Test
	void deleteWhenClocksAgreeThenNoSessionIsFound() {
		RedisIndexedSessionRepository sessions = new RedisIndexedSessionRepository(this.template);
		String id = save(sessions, Instant.now());
		SessionDeletion deletion = new ServletLogoutConfiguration.SharedSessions().platformSessionDeletion(sessions);
		deletion.delete(id).block(PATIENCE);
		assertThat(sessions.findById(id)).isNull();
		deletion.delete(id).block(PATIENCE);
		deletion.delete("no-session").block(PATIENCE);
	}

	@Test
	void deleteWhenReactiveThenNothingBlocksTheThreadThatSubscribes() {
		CountDownLatch connected = new CountDownLatch(1);
		Map<String, Session> stored = new ConcurrentHashMap<>(Map.of("1", new MapSession("1")));
		ReactiveMapSessionRepository sessions = new ReactiveMapSessionRepository(stored) {

			@Override
			public Mono<Void> deleteById(String id) {
				Gates.await(connected);
				return super.deleteById(id);
			}

		};
		Mono<Void> deleted = new ReactiveLogoutConfiguration.SharedSessions().platformSessionDeletion(sessions)
			.delete("1")
			.cache();
		deleted.subscribe();
		connected.countDown();
		deleted.block(PATIENCE);
		assertThat(stored).isEmpty();
	}

	private static <S extends Session> String save(SessionRepository<S> sessions, Instant used) {
		S session = sessions.createSession();
		session.setAttribute(HttpSessionSecurityContextRepository.SPRING_SECURITY_CONTEXT_KEY,
				new SecurityContextImpl(new TestingAuthenticationToken("ann", "password")));
		session.setAttribute("cart", "videos");
		session.setLastAccessedTime(used);
		sessions.save(session);
		return session.getId();
	}

}
