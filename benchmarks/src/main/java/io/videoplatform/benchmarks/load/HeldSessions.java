package io.videoplatform.benchmarks.load;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

import io.videoplatform.benchmarks.stub.StubPlatform;
import io.videoplatform.benchmarks.stub.StubProcess;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.login.LoginKey;
import io.videoplatform.internal.token.login.LoginTokens;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;

import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockHttpSession;
import org.springframework.web.util.UriComponents;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * 100,000 logins that are held at once: what each takes in memory, and what is left when
 * all have ended. They go through the application's filters and to the provider as any
 * login does; only the browser and the servlet container are missing, and so the sessions
 * are those of Spring's tests.
 */
final class HeldSessions implements LoadRun {

	private static final String RUN = "logins held";

	private static final String CALLBACK = "/login/oauth2/code/platform";

	@Override
	public void run(StubProcess platform, Scale scale, Report report) {
		int logins = scale.times(100_000);
		platform.set("expiresIn", 36_000);
		try (PlatformApplication application = PlatformApplication.startForUsers(platform.rootUrl(),
				"platform.login.max-logins=200000", "platform.login.revoke-at-logout=false")) {
			new Holder(application, platform.rootUrl() + "/auth/realms/platform").run(logins, report);
		}
	}

	/**
	 * Holds logins of one application.
	 */
	private static final class Holder {

		private final LoginTokens tokens;

		private final Filter filters;

		private final String issuer;

		private final List<MockHttpSession> sessions = new ArrayList<>();

		Holder(PlatformApplication application, String issuer) {
			this.tokens = application.logins().tokens();
			this.filters = application.bean("springSecurityFilterChain", Filter.class);
			this.issuer = issuer;
		}

		void run(int logins, Report report) {
			logIn(0, 200);
			logOut();
			long before = Heap.used();
			long start = System.nanoTime();
			logIn(0, logins);
			report.note(RUN, "logins per second", logins * 1_000_000_000L / (System.nanoTime() - start));
			report.exactly(RUN, "logins held", this.tokens.count(), logins);
			long withSessions = Heap.used();
			report.note(RUN, "bytes per login, session included", (withSessions - before) / logins);
			List<WeakReference<TokenSource>> sources = IntStream.range(0, Math.min(1_000, logins))
				.mapToObj((i) -> new WeakReference<>(source(i)))
				.toList();
			this.sessions.subList(logins / 2, logins).clear();
			logOut();
			int left = logins - logins / 2;
			report.exactly(RUN, "logins held after half have logged out", this.tokens.count(), left);
			report.note(RUN, "bytes per login, without its session", (Heap.used() - before) / left);
			for (int i = logins / 2; i < logins; i++) {
				this.tokens.end(key(i));
			}
			report.exactly(RUN, "logins held after all have ended", this.tokens.count(), 0);
			long after = heapLeft();
			report.note(RUN, "bytes left per login that has ended, tables that keep their size included",
					(after - before) / logins);
			report.exactly(RUN, "sources of the first 1,000 still reachable",
					sources.stream().filter((source) -> source.get() != null).count(), 0);
			logIn(0, logins);
			logOut();
			long again = heapLeft() - after;
			report.add(RUN, "bytes that a second round adds per login", again / logins, "less than 4",
					again < 4L * logins);
		}

		/**
		 * What the collector has freed is swept by the next login.
		 */
		private long heapLeft() {
			Heap.used();
			logIn(0, 1);
			logOut();
			return Heap.used();
		}

		private LoginKey key(int user) {
			return Objects.requireNonNull(this.tokens.newest(this.issuer, "user" + user));
		}

		private TokenSource source(int user) {
			return Objects.requireNonNull(this.tokens.get(key(user)));
		}

		private void logIn(int from, int to) {
			this.sessions.addAll(IntStream.range(from, to).parallel().mapToObj((i) -> logIn("user" + i)).toList());
		}

		private void logOut() {
			for (MockHttpSession session : this.sessions) {
				MockHttpServletRequest request = new MockHttpServletRequest("POST", "/logout");
				request.setSession(session);
				handle(request);
			}
			this.sessions.clear();
		}

		private MockHttpSession logIn(String user) {
			MockHttpServletRequest begin = new MockHttpServletRequest("GET", "/oauth2/authorization/platform");
			begin.setSession(new MockHttpSession());
			UriComponents authorization = UriComponentsBuilder
				.fromUriString(Objects.requireNonNull(handle(begin).getRedirectedUrl()))
				.build();
			MockHttpServletRequest callback = new MockHttpServletRequest("GET", CALLBACK);
			callback.setSession(Objects.requireNonNull(begin.getSession()));
			callback.setParameter("code",
					StubPlatform.code(user, String.valueOf(authorization.getQueryParams().getFirst("nonce"))));
			callback.setParameter("state", decoded(authorization, "state"));
			String next = handle(callback).getRedirectedUrl();
			if (!"/".equals(next)) {
				throw new IllegalStateException("Not logged in, but sent to " + next);
			}
			return (MockHttpSession) Objects.requireNonNull(callback.getSession());
		}

		private static String decoded(UriComponents uri, String name) {
			return URLDecoder.decode(String.valueOf(uri.getQueryParams().getFirst(name)), StandardCharsets.UTF_8);
		}

		private MockHttpServletResponse handle(MockHttpServletRequest request) {
			MockHttpServletResponse response = new MockHttpServletResponse();
			try {
				this.filters.doFilter(request, response, new MockFilterChain());
				return response;
			}
			catch (IOException | ServletException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

}
