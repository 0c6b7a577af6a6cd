package io.videoplatform.internal.login.servlet;

import java.io.IOException;
import java.util.function.Predicate;

import io.videoplatform.internal.http.CauseChain;
import io.videoplatform.internal.login.AuthorizationResponseValidator;
import io.videoplatform.internal.login.CallbackRequest;
import io.videoplatform.internal.login.CompletedLogin;
import io.videoplatform.internal.login.LoginInitiator;
import io.videoplatform.internal.login.LoginRefusal;
import io.videoplatform.internal.login.LoginResponseFactory;
import io.videoplatform.internal.login.UserAgentRequest;
import io.videoplatform.internal.login.oidc.LoginUnavailableException;
import io.videoplatform.internal.login.servlet.PlatformAuthorizationRequestResolver.UnknownRegistrationException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;

import org.springframework.core.Ordered;
import org.springframework.http.HttpMethod;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.web.AuthorizationRequestRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.web.authentication.AuthenticationSuccessHandler;
import org.springframework.security.web.authentication.SavedRequestAwareAuthenticationSuccessHandler;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.security.web.context.SecurityContextRepository;
import org.springframework.security.web.savedrequest.HttpSessionRequestCache;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Is placed before Spring Security's filters, and responds where a login cannot begin or
 * does not go on, or a call requires one: at an error, Spring Security would begin a
 * login again by its entry point. It also leads a user who is logged in to the
 * application if a response belongs to no login.
 */
public final class LoginFilter extends OncePerRequestFilter implements Ordered {

	private final AuthorizationResponseValidator validator;

	private final LoginInitiator initiator;

	private final AuthorizationRequestRepository<OAuth2AuthorizationRequest> requests;

	private final LoginResponseFactory responses;

	private final Predicate<HttpServletRequest> generatedPage;

	private final int order;

	private final SecurityContextRepository contexts = new HttpSessionSecurityContextRepository();

	private final HttpSessionRequestCache pages = new HttpSessionRequestCache();

	private final AuthenticationSuccessHandler application = new SavedRequestAwareAuthenticationSuccessHandler();

	/**
	 * Create a new instance.
	 */
	public LoginFilter(AuthorizationResponseValidator validator, LoginInitiator initiator,
			AuthorizationRequestRepository<OAuth2AuthorizationRequest> requests, LoginResponseFactory responses,
			Predicate<HttpServletRequest> generatedPage, int order) {
		this.validator = validator;
		this.initiator = initiator;
		this.requests = requests;
		this.responses = responses;
		this.generatedPage = generatedPage;
		this.order = order;
		this.pages.setRequestMatcher(PathPatternRequestMatcher.withDefaults().matcher(HttpMethod.GET, "/**"));
	}

	@Override
	public int getOrder() {
		return this.order;
	}

	/**
	 * A controller that returns a {@code Mono} fails there.
	 */
	@Override
	protected boolean shouldNotFilterAsyncDispatch() {
		return false;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		String registrationId = this.validator.registrationAt(request.getContextPath(), request.getRequestURI());
		try {
			if (registrationId != null && !isAsyncDispatch(request)) {
				handle(request, response, chain, registrationId);
			}
			else {
				chain.doFilter(request, response);
			}
		}
		catch (ServletException | RuntimeException ex) {
			if (response.isCommitted() || !respond(request, response, registrationId, ex)) {
				throw ex;
			}
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
		Authentication user = user(request);
		if (user != null && this.validator.isLeftOver(registrationId, callback, began, user)) {
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

	private boolean respond(HttpServletRequest request, HttpServletResponse response, @Nullable String registrationId,
			Exception failure) throws IOException {
		UserAgentRequest userAgent = ServletLoginAdapter.userAgentRequest(request);
		LoginUnavailableException outage = LoginUnavailableException.in(failure);
		String required = this.initiator.requiredRegistration(failure);
		if (outage != null) {
			ServletLoginAdapter.write(this.responses.unavailable(userAgent, registrationId, outage), request, response);
		}
		else if (required != null) {
			require(request, response, userAgent, required);
		}
		else if (CauseChain.of(failure).anyMatch(UnknownRegistrationException.class::isInstance)) {
			ServletLoginAdapter.write(this.responses.unknownRegistration(userAgent), request, response);
		}
		else {
			return false;
		}
		return true;
	}

	private void require(HttpServletRequest request, HttpServletResponse response, UserAgentRequest userAgent,
			String registrationId) throws IOException {
		HttpSession session = request.getSession(false);
		Object completed = (session != null) ? session.getAttribute(CompletedLogin.attribute(registrationId)) : null;
		if (this.initiator.leadsToLogin(userAgent, registrationId, completed, user(request))) {
			this.pages.saveRequest(request, response);
			response.sendRedirect(userAgent.loginUrl(registrationId));
		}
		else {
			ServletLoginAdapter.write(this.responses.loginRequired(userAgent, registrationId), request, response);
		}
	}

	private @Nullable Authentication user(HttpServletRequest request) {
		return this.contexts.loadDeferredContext(request).get().getAuthentication();
	}

}
