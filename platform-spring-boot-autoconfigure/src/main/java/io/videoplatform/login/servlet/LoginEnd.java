package io.videoplatform.login.servlet;

import io.videoplatform.login.LoginStore;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;

import org.springframework.context.ApplicationListener;
import org.springframework.security.authentication.event.LogoutSuccessEvent;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;

/**
 * Ends logins with their session: by a logout, an expiry, or whatever else destroys it.
 */
public final class LoginEnd implements HttpSessionListener, ApplicationListener<LogoutSuccessEvent> {

	private final LoginStore logins;

	/**
	 * Create a new instance.
	 * @param logins the tokens of logins
	 */
	public LoginEnd(LoginStore logins) {
		this.logins = logins;
	}

	@Override
	public void sessionDestroyed(HttpSessionEvent event) {
		Object held = event.getSession().getAttribute(HttpSessionSecurityContextRepository.SPRING_SECURITY_CONTEXT_KEY);
		if (held instanceof SecurityContext context) {
			this.logins.end(context.getAuthentication());
		}
	}

	@Override
	public void onApplicationEvent(LogoutSuccessEvent event) {
		this.logins.end(event.getAuthentication());
	}

}
