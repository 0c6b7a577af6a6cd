package io.videoplatform.internal.login.servlet;

import java.io.IOException;
import java.util.function.Predicate;

import io.videoplatform.internal.login.AuthorizationResponseValidator;
import io.videoplatform.internal.login.CallbackRequest;
import io.videoplatform.internal.login.LoginRefusal;
import io.videoplatform.internal.login.LoginResolver;
import io.videoplatform.internal.login.LoginResponseFactory;
import io.videoplatform.internal.login.LoginUnavailableException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.core.Ordered;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.web.AuthorizationRequestRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.web.authentication.AuthenticationSuccessHandler;
import org.springframework.security.web.authentication.SavedRequestAwareAuthenticationSuccessHandler;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.security.web.context.SecurityContextRepository;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Is placed before Spring Security's filters: shows why a login does not go on, where
 * Spring Security would lead to an error on the login page that it generates, and leads a
 * user who is logged in to the application if a response belongs to no login.
 */
public final class LoginFilter extends OncePerRequestFilter implements Ordered {

	private final AuthorizationResponseValidator validator;

	private final LoginResolver logins;

	private final AuthorizationRequestRepository<OAuth2AuthorizationRequest> requests;

	private final LoginResponseFactory responses;

	private final Predicate<HttpServletRequest> generatedPage;

	private final int order;

	private final SecurityContextRepository contexts = new HttpSessionSecurityContextRepository();

	private final AuthenticationSuccessHandler application = new SavedRequestAwareAuthenticationSuccessHandler();

	/**
	 * Create a new instance.
	 */
	public LoginFilter(AuthorizationResponseValidator validator, LoginResolver logins,
			AuthorizationRequestRepository<OAuth2AuthorizationRequest> requests, LoginResponseFactory responses,
			Predicate<HttpServletRequest> generatedPage, int order) {
		this.validator = validator;
		this.logins = logins;
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
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		String registrationId = this.validator.registrationAt(request.getContextPath(), request.getRequestURI());
		if (registrationId == null) {
			chain.doFilter(request, response);
			return;
		}
		try {
			handle(request, response, chain, registrationId);
		}
		catch (ServletException | RuntimeException ex) {
			LoginUnavailableException outage = LoginUnavailableException.in(ex);
			if (outage == null || response.isCommitted()) {
				throw ex;
			}
			ServletLoginAdapter.write(
					this.responses.unavailable(ServletLoginAdapter.userAgentRequest(request), registrationId, outage),
					request, response);
		}
	}

	private void handle(HttpServletRequest request, HttpServletResponse response, FilterChain chain,
			String registrationId) throws ServletException, IOException {
		CallbackRequest callback = ServletLoginAdapter.callbackRequest(request);
		if (callback == null) {
			ServletLoginAdapter.write(this.responses.refused(ServletLoginAdapter.userAgentRequest(request),
					this.validator.malformed(registrationId)), request, response);
			return;
		}
		OAuth2AuthorizationRequest began = this.requests.loadAuthorizationRequest(request);
		Authentication user = (began == null && callback.isResponse())
				? this.contexts.loadDeferredContext(request).get().getAuthentication() : null;
		if (user != null && registrationId.equals(this.logins.registrationOf(user))) {
			this.application.onAuthenticationSuccess(request, response, user);
			return;
		}
		request.setAttribute(LoginRefusal.CAUSE,
				ServletLoginAdapter.WAIT.on(this.validator.received(registrationId, callback, began)));
		chain.doFilter(request,
				new CallbackResponse(request, response,
						(location) -> callback.leadsToGeneratedError(location) && this.generatedPage.test(request),
						() -> this.responses.refused(ServletLoginAdapter.userAgentRequest(request),
								this.validator.failed(registrationId, request.getAttribute(LoginRefusal.CAUSE)))));
	}

}
