package io.videoplatform.internal.login;

import java.util.function.Consumer;

import io.videoplatform.internal.login.servlet.LoginSessionFilter;
import io.videoplatform.internal.login.servlet.LogoutListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockHttpSession;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextImpl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests of {@link LoginSessionFilter} with sessions that report nothing.
 */
@Tag("full")
class LoginSessionFilterTests {

	private static final String CONTEXT = "context of another name";

	private final LoginParts parts = new LoginParts();

	private final LogoutListener logouts = new LogoutListener(this.parts.tokens());

	private final MockHttpServletRequest request = new MockHttpServletRequest("GET", "/");

	private final Authentication ann = this.parts.logIn("ann");

	@BeforeEach
	void hold() {
		HttpSession session = this.request.getSession();
		assertThat(session).isNotNull();
		session.setAttribute(CONTEXT, new SecurityContextImpl(this.ann));
		session.setAttribute("cart", "videos");
	}

	@AfterEach
	void close() {
		this.parts.close();
	}

	@Test
	void invalidateWhenSessionHoldsLoginThenItEnds() throws Exception {
		inSession(HttpSession::invalidate);
		assertThat(logins()).isZero();
		assertThat(this.request.getSession(false)).isNull();
	}

	@Test
	void invalidateWhenSessionIsInvalidAlreadyThenFailsAsEver() throws Exception {
		inSession((session) -> {
			session.invalidate();
			assertThatIllegalStateException().isThrownBy(session::invalidate);
		});
	}

	@Test
	void invalidateWhenRepositoryFailsThenLoginEndsAllTheSame() throws Exception {
		this.request.setSession(holding(new MockHttpSession() {

			@Override
			public void invalidate() {
				throw new IllegalArgumentException("the repository is down");
			}

		}));
		inSession((session) -> assertThatIllegalArgumentException().isThrownBy(session::invalidate));
		assertThat(logins()).isZero();
	}

	@Test
	void invalidateWhenAnAttributeCannotBeReadThenLoginEnds() throws Exception {
		this.request.setSession(holding(new MockHttpSession() {

			@Override
			public @Nullable Object getAttribute(String name) {
				if (name.equals("cart")) {
					throw new IllegalArgumentException("cannot be deserialized");
				}
				return super.getAttribute(name);
			}

		}));
		inSession(HttpSession::invalidate);
		assertThat(logins()).isZero();
	}

	@Test
	void removeAttributeWhenItHoldsLoginThenItEnds() throws Exception {
		inSession((session) -> {
			session.removeAttribute("cart");
			assertThat(logins()).isOne();
			session.removeAttribute(CONTEXT);
		});
		assertThat(logins()).isZero();
	}

	@Test
	void setAttributeWhenItReplacesLoginThenThatEnds() throws Exception {
		Authentication bob = this.parts.logIn("bob");
		inSession((session) -> {
			session.setAttribute(CONTEXT, new SecurityContextImpl(this.ann));
			assertThat(logins()).isEqualTo(2);
			session.setAttribute(CONTEXT, new SecurityContextImpl(bob));
		});
		assertThat(logins()).isOne();
		assertThat(this.parts.source(bob)).isNotNull();
	}

	@Test
	void getSessionWhenCalledAgainThenSameSession() throws Exception {
		inRequest((wrapped) -> {
			HttpSession session = wrapped.getSession();
			assertThat(wrapped.getSession(false)).isSameAs(session);
			session.invalidate();
			assertThat(wrapped.getSession(false)).isNull();
			assertThat(wrapped.getSession()).isNotSameAs(session);
		});
	}

	private static MockHttpSession holding(MockHttpSession session) {
		session.setAttribute("cart", "videos");
		return session;
	}

	private void inSession(Consumer<HttpSession> use) throws Exception {
		inRequest((wrapped) -> {
			HttpSession session = wrapped.getSession();
			assertThat(session).isNotNull();
			if (session.getAttribute(CONTEXT) == null) {
				session.setAttribute(CONTEXT, new SecurityContextImpl(this.ann));
			}
			use.accept(session);
		});
	}

	private void inRequest(Consumer<HttpServletRequest> use) throws Exception {
		new LoginSessionFilter(this.logouts, 0).doFilter(this.request, new MockHttpServletResponse(),
				(wrapped, response) -> use.accept((HttpServletRequest) wrapped));
	}

	private long logins() {
		return this.parts.client.tokens().count();
	}

}
