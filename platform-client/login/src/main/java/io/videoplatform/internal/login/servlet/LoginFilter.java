package io.videoplatform.internal.login.servlet;

import java.io.IOException;
import java.util.function.Predicate;

import io.videoplatform.internal.login.AuthorizationResponseValidator;
import io.videoplatform.internal.login.CallbackRequest;
import io.videoplatform.internal.login.LoginRefusal;
import io.videoplatform.internal.login.LoginResponseFactory;
import io.videoplatform.internal.login.LoginTokenRepository;
import io.videoplatform.internal.login.LoginUnavailableException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;
import org.springframework.security.authentication.event.InteractiveAuthenticationSuccessEvent;
import org.springframework.security.oauth2.client.web.AuthorizationRequestRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Is placed before Spring Security's filters: checks authorization responses before
 * anything is done with them, shows why a login does not go on, and ends one that Spring
 * Security has refused.
 */
public final class LoginFilter extends OncePerRequestFilter
		implements Ordered, ApplicationListener<InteractiveAuthenticationSuccessEvent> {

	private final AuthorizationResponseValidator validator;

	private final LoginTokenRepository tokens;

	private final AuthorizationRequestRepository<OAuth2AuthorizationRequest> requests;

	private final LoginResponseFactory responses;

	private final Predicate<HttpServletRequest> generatedPage;

	private final int order;

	/**
	 * Create a new instance.
	 * @param validator checks authorization responses
	 * @param tokens the tokens of logins
	 * @param requests holds the authorization requests
	 * @param responses creates the responses to logins that do not go on
	 * @param generatedPage whether the login page for a request is Spring Security's own
	 * @param order the order among the application's filters, before Spring Security's
	 */
	public LoginFilter(AuthorizationResponseValidator validator, LoginTokenRepository tokens,
			AuthorizationRequestRepository<OAuth2AuthorizationRequest> requests, LoginResponseFactory responses,
			Predicate<HttpServletRequest> generatedPage, int order) {
		this.validator = validator;
		this.tokens = tokens;
		this.requests = requests;
		this.responses = responses;
		this.generatedPage = generatedPage;
		this.order = order;
	}

	@Override
	public int getOrder() {
		return this.order;
	}

	@Override
	public void onApplicationEvent(InteractiveAuthenticationSuccessEvent event) {
		OpenedLogin.accept(this.tokens.login(event.getAuthentication()));
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		boolean bound = RequestContextHolder.getRequestAttributes() != null;
		if (!bound) {
			RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(request, response));
		}
		try {
			CallbackRequest callback = mayBeCallback(request) ? ServletLoginAdapter.callbackRequest(request) : null;
			if (callback != null && this.validator.isCallback(callback)) {
				handle(request, response, chain, callback);
			}
			else {
				chain.doFilter(request, response);
			}
		}
		finally {
			OpenedLogin.decide(request, this.tokens);
			if (!bound) {
				RequestContextHolder.resetRequestAttributes();
			}
		}
	}

	/**
	 * A form is read at redirect URIs only, and so is a query that has not the names of a
	 * response. Should Spring Security find a response in another, that is checked before
	 * its code is sent.
	 */
	private boolean mayBeCallback(HttpServletRequest request) {
		return this.validator.registrationAt(request.getContextPath(), request.getRequestURI()) != null
				|| (request.getQueryString() != null && CallbackRequest.mayBeResponse(request.getQueryString())
						&& !ServletLoginAdapter.isForm(request));
	}

	private void handle(HttpServletRequest request, HttpServletResponse response, FilterChain chain,
			CallbackRequest callback) throws ServletException, IOException {
		OAuth2AuthorizationRequest began = (callback.form() || callback.malformed()) ? null
				: this.requests.loadAuthorizationRequest(request);
		String registrationId = this.validator.registrationId(callback, began);
		try {
			LoginRefusal refusal = ServletLoginAdapter.WAIT.on(this.validator.check(callback, began));
			if (refusal != null) {
				ServletLoginAdapter.write(
						this.responses.refused(ServletLoginAdapter.userAgentRequest(request), refusal), request,
						response);
			}
			else if (registrationId != null) {
				CallbackResponse watched = new CallbackResponse(request, response,
						(location) -> isDeadEnd(request, callback, location),
						(message) -> failed(request, registrationId, callback, began != null, message), this.responses);
				chain.doFilter(request, watched);
				watched.close();
			}
			else {
				chain.doFilter(request, response);
			}
		}
		catch (ServletException | RuntimeException ex) {
			OpenedLogin.decide(request, this.tokens);
			LoginUnavailableException outage = LoginUnavailableException.in(ex);
			if (registrationId == null || outage == null || response.isCommitted()) {
				throw ex;
			}
			ServletLoginAdapter.write(
					this.responses.unavailable(ServletLoginAdapter.userAgentRequest(request), registrationId, outage),
					request, response);
		}
	}

	private LoginRefusal failed(HttpServletRequest request, String registrationId, CallbackRequest callback,
			boolean known, @Nullable String message) {
		OpenedLogin.decide(request, this.tokens);
		return this.validator.failed(registrationId, callback, known,
				(Throwable) request.getAttribute(LoginRefusal.CAUSE), message);
	}

	/**
	 * Spring Security's login page says "Invalid credentials" of every failure, and its
	 * filter for clients redirects to where the response came to.
	 */
	private boolean isDeadEnd(HttpServletRequest request, CallbackRequest callback, String location) {
		return this.validator.isRedirectUri(callback.contextPath(), location)
				|| (callback.leadsToGeneratedError(location) && this.generatedPage.test(request));
	}

}
