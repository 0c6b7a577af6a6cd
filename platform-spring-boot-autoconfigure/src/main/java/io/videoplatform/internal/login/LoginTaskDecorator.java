package io.videoplatform.internal.login;

import java.util.function.Supplier;

import io.videoplatform.internal.token.login.LoginKey;
import org.jspecify.annotations.Nullable;

import org.springframework.core.task.TaskDecorator;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextHolderStrategy;

/**
 * Hands a user's login over to tasks that run elsewhere, as methods with {@code @Async}
 * do: only whose token their calls carry, and nothing of the application's own security.
 * An authentication that is set within the task comes before it, and one that the thread
 * had before counts only if the task was submitted with it: threads of a pool may have
 * inherited that of another user. What a source that users share hands over, such as a
 * future that another request completes, has no login, nor has the authentication that
 * another decorator hands over with it.
 * <p>
 * For executors that run a task once, and not for schedulers.
 */
public final class LoginTaskDecorator implements TaskDecorator {

	private final LoginResolver logins;

	private final ThreadLocal<@Nullable Handover> current = new ThreadLocal<>();

	private volatile Supplier<SecurityContextHolderStrategy> strategy = SecurityContextHolder::getContextHolderStrategy;

	/**
	 * Create a new instance.
	 * @param logins finds the login of an authentication
	 */
	public LoginTaskDecorator(LoginResolver logins) {
		this.logins = logins;
	}

	/**
	 * Set where the authentication of a thread is, by default Spring Security's static
	 * {@link SecurityContextHolder}.
	 * @param strategy the strategy
	 */
	public void setSecurityContextHolderStrategy(SecurityContextHolderStrategy strategy) {
		this.strategy = () -> strategy;
	}

	/**
	 * Return the authentication of this thread, but none that it had before its task.
	 */
	@Nullable Authentication authentication() {
		Handover handover = this.current.get();
		Authentication found = read();
		return (handover != null && handover.precedes(found)) ? null : found;
	}

	private @Nullable Authentication read() {
		return this.strategy.get().getContext().getAuthentication();
	}

	@Override
	public Runnable decorate(Runnable task) {
		try {
			Authentication here = read();
			Handover handover = this.current.get();
			boolean foreign = handover != null && handover.precedes(here);
			LoginKey login = (here != null && !foreign) ? this.logins.of(here) : current();
			boolean known = login != null && !SharedSourceDetector.areSignalling(handover != null);
			Authentication doubtful = (foreign || (login != null && !known)) ? here : null;
			return () -> run(task, handover(known ? login : null, here, doubtful));
		}
		catch (Throwable ex) {
			return () -> run(task, Handover.failed(ex));
		}
	}

	private void run(Runnable task, Handover handover) {
		Handover before = this.current.get();
		this.current.set(handover);
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

	private Handover handover(@Nullable LoginKey login, @Nullable Authentication submitter,
			@Nullable Authentication doubtful) {
		try {
			Authentication found = read();
			return new Handover(login, (found != submitter) ? found : null, doubtful, null);
		}
		catch (Throwable ex) {
			return Handover.failed(ex);
		}
	}

	/**
	 * Return the login that the task of this thread was handed over with.
	 */
	@Nullable LoginKey current() {
		Handover handover = this.current.get();
		return (handover != null) ? handover.login() : null;
	}

	/**
	 * Return whether the task of this thread was handed over by a decorator.
	 */
	boolean isHandedOver() {
		return this.current.get() != null;
	}

	/**
	 * What a task was handed over with, and found on its thread.
	 *
	 * @param login the login
	 * @param found another authentication than the submitter's that the thread had before
	 * @param doubtful the authentication of the thread that submitted the task, if that
	 * may have been another user's
	 * @param failure what kept one of them from being read
	 */
	private record Handover(@Nullable LoginKey login, @Nullable Authentication found, @Nullable Authentication doubtful,
			@Nullable Throwable failure) {

		/**
		 * It is reported by the call that needs the user: most tasks make none.
		 */
		static Handover failed(Throwable ex) {
			return new Handover(null, null, null, ex);
		}

		boolean precedes(@Nullable Authentication authentication) {
			if (this.failure != null) {
				throw new IllegalStateException("The security context of the task could not be read", this.failure);
			}
			return authentication != null && (this.found == authentication || this.doubtful == authentication);
		}

	}

}
