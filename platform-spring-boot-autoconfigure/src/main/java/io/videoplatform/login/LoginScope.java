package io.videoplatform.login;

import io.videoplatform.token.TokenKey;
import org.jspecify.annotations.Nullable;

import org.springframework.core.task.TaskDecorator;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * Hands a user's login over to tasks that run elsewhere, as methods with {@code @Async}
 * do: only whose token their calls carry, and nothing of the application's own security.
 */
public final class LoginScope implements TaskDecorator {

	private final LoginKeys keys;

	private final ThreadLocal<TokenKey.@Nullable User> current = new ThreadLocal<>();

	/**
	 * Create a new instance.
	 * @param keys tells of which login an authentication is
	 */
	public LoginScope(LoginKeys keys) {
		this.keys = keys;
	}

	@Override
	public Runnable decorate(Runnable task) {
		TokenKey.User authenticated = this.keys.of(SecurityContextHolder.getContext().getAuthentication());
		TokenKey.User login = (authenticated != null) ? authenticated : this.current.get();
		return (login != null) ? () -> run(task, login) : task;
	}

	private void run(Runnable task, TokenKey.User login) {
		TokenKey.User before = this.current.get();
		this.current.set(login);
		try {
			task.run();
		}
		finally {
			if (before != null) {
				this.current.set(before);
			}
			else {
				this.current.remove();
			}
		}
	}

	TokenKey.@Nullable User current(String client) {
		TokenKey.User login = this.current.get();
		return (login != null && login.client().equals(client)) ? login : null;
	}

}
