package io.videoplatform.benchmarks.call;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import io.videoplatform.benchmarks.HeldLogins;
import io.videoplatform.benchmarks.stub.StubPlatform;
import io.videoplatform.internal.login.CallerCapture;
import io.videoplatform.internal.login.LoginTokenSelector;
import io.videoplatform.internal.token.TokenSelector;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.endpoint.AccessToken;
import io.videoplatform.login.PlatformUser;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * Finding the token of a call, without the call.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class UserTokenBenchmark {

	private final StubPlatform platform = new StubPlatform();

	private final ConfigurableApplicationContext application = CallApplication.start(this.platform);

	private final HeldLogins logins = HeldLogins.of(this.application);

	private final TokenSelector selector = new LoginTokenSelector(this.logins.client(UserClients.ID),
			this.logins.resolver(), this.application.getBean(CallerCapture.class));

	private final Authentication user = UserClients.logIn(this.application);

	private final Context context = ReactiveSecurityContextHolder.withAuthentication(this.user);

	private final Map<String, Object> named = Map.of(PlatformUser.class.getName(),
			PlatformUser.of((OidcUser) Objects.requireNonNull(this.user.getPrincipal())));

	private final TokenSource held = find(Map.of(), this.context);

	/**
	 * Let the user's request be handled on this thread.
	 */
	@Setup
	public void start() {
		SecurityContextHolder.getContext().setAuthentication(this.user);
	}

	/**
	 * Stop the application.
	 */
	@TearDown
	public void stop() {
		this.application.close();
		this.platform.close();
	}

	/**
	 * The floor: a token whose source is known, as the application's own.
	 * @return the token
	 */
	@Benchmark
	public @Nullable AccessToken known() {
		return this.held.current();
	}

	/**
	 * The token of the user on this thread.
	 * @return the token
	 */
	@Benchmark
	public @Nullable AccessToken ofThread() {
		return find(Map.of(), Context.empty()).current();
	}

	/**
	 * The token of the user in a subscriber's context.
	 * @return the token
	 */
	@Benchmark
	public @Nullable AccessToken ofContext() {
		return find(Map.of(), this.context).current();
	}

	/**
	 * The token of the user whom a call names.
	 * @return the token
	 */
	@Benchmark
	public @Nullable AccessToken ofNamed() {
		return find(this.named, Context.empty()).current();
	}

	private TokenSource find(Map<String, Object> attributes, Context context) {
		return Objects.requireNonNull(Mono.deferContextual((subscriber) -> this.selector.select(attributes, subscriber))
			.contextWrite(context)
			.block());
	}

}
