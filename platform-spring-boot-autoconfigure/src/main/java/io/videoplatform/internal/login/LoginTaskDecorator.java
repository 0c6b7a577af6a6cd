package io.videoplatform.internal.login;

import io.videoplatform.internal.token.login.LoginKey;
import org.jspecify.annotations.Nullable;

import org.springframework.core.task.TaskDecorator;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * Hands a user's login over to tasks that run elsewhere, as methods with {@code @Async}
 * do: only whose token their calls carry, and nothing of the application's own security.
 * An authentication that the thread of the task has itself comes before it. What a source
 * that users share hands over, such as a future that another request completes, has no
 * login.
 * <p>
 * For executors that run a task once, and not for schedulers.
 */
public final class LoginTaskDecorator implements TaskDecorator {

	private final LoginResolver logins;

	private final ThreadLocal<@Nullable LoginKey> current = new ThreadLocal<>();

	/**
	 * Create a new instance.
	 * @param logins finds the login of an authentication
	 */
	public LoginTaskDecorator(LoginResolver logins) {
		this.logins = logins;
	}

	@Override
	public Runnable decorate(Runnable task) {
		Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
		LoginKey login = (authentication != null) ? this.logins.of(authentication) : this.current.get();
		return (login != null && !SharedSourceDetector.areSignalling()) ? () -> run(task, login) : task;
	}

	private void run(Runnable task, LoginKey login) {
		LoginKey before = this.current.get();
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

	/**
	 * Return the login that the task of this thread was handed over with.
	 */
	@Nullable LoginKey current() {
		return this.current.get();
	}

}
