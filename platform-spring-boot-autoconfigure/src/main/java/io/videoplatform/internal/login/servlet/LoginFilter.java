package io.videoplatform.internal.login.servlet;

import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;

import io.videoplatform.internal.login.AuthorizationResponseValidator;
import io.videoplatform.internal.login.CallbackRequest;
import io.videoplatform.internal.login.LoginFailurePage;
import io.videoplatform.internal.login.LoginRefusal;
import io.videoplatform.internal.login.LoginUnavailableException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.core.Ordered;
import org.springframework.http.HttpMethod;
import org.springframework.security.oauth2.client.web.AuthorizationRequestRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Stands before Spring Security's filters: checks authorization responses before anything
 * is done with them, and shows why a login does not go on.
 */
public final class LoginFilter extends OncePerRequestFilter implements Ordered {

	private final AuthorizationResponseValidator responses;

	private final AuthorizationRequestRepository<OAuth2AuthorizationRequest> requests;

	private final LoginAnswers answers;

	private final Predicate<HttpServletRequest> generatedPage;

	private final int order;

	/**
	 * Create a new instance.
	 * @param responses checks authorization responses
	 * @param requests holds the authorization requests
	 * @param answers writes the answers
	 * @param generatedPage whether the login page for a request is Spring Security's own
	 * @param order the order among the application's filters, before Spring Security's
	 */
	public LoginFilter(AuthorizationResponseValidator responses,
			AuthorizationRequestRepository<OAuth2AuthorizationRequest> requests, LoginAnswers answers,
			Predicate<HttpServletRequest> generatedPage, int order) {
		this.responses = responses;
		this.requests = requests;
		this.answers = answers;
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
		boolean bound = RequestContextHolder.getRequestAttributes() != null;
		if (!bound) {
			RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(request, response));
		}
		try {
			boolean redirectUri = this.responses.registrationAt(request.getContextPath(),
					request.getRequestURI()) != null;
			CallbackRequest callback = mayBeCallback(request, redirectUri) ? callback(request) : null;
			if (callback != null && (callback.isResponse() || (redirectUri && !callback.form()))) {
				handle(request, response, chain, callback);
			}
			else {
				chain.doFilter(request, response);
			}
		}
		finally {
			if (!bound) {
				RequestContextHolder.resetRequestAttributes();
			}
		}
	}

	/**
	 * A form is read at redirect URIs only. Should Spring Security find a response in
	 * another, that is checked before its code is sent.
	 */
	private static boolean mayBeCallback(HttpServletRequest request, boolean redirectUri) {
		return redirectUri || (request.getQueryString() != null && !isForm(request));
	}

	private static boolean isForm(HttpServletRequest request) {
		String type = request.getContentType();
		return type != null && (type.regionMatches(true, 0, "application/x-www-form-urlencoded", 0, 33)
				|| type.regionMatches(true, 0, "multipart/form-data", 0, 19));
	}

	/**
	 * Return a request as Spring Security reads it.
	 * @return the request, or {@code null} if its parameters cannot be read
	 */
	static @Nullable CallbackRequest callback(HttpServletRequest request) {
		boolean form = isForm(request) && HttpMethod.POST.matches(request.getMethod());
		try {
			MultiValueMap<String, String> parameters = new LinkedMultiValueMap<>();
			request.getParameterMap().forEach((name, values) -> parameters.put(name, List.of(values)));
			return new CallbackRequest(request.getContextPath(), request.getRequestURI(), form, parameters);
		}
		catch (IllegalStateException ex) {
			// Nor can Spring Security read them
			return null;
		}
	}

	private void handle(HttpServletRequest request, HttpServletResponse response, FilterChain chain,
			CallbackRequest callback) throws ServletException, IOException {
		OAuth2AuthorizationRequest began = callback.form() ? null : this.requests.loadAuthorizationRequest(request);
		String registrationId = this.responses.registrationId(callback, began);
		try {
			LoginRefusal refusal = Waiting.on(this.responses.check(callback, began));
			if (refusal != null) {
				this.answers.refused(request, response, refusal);
			}
			else if (registrationId != null) {
				CallbackResponse watched = new CallbackResponse(request, response,
						(location) -> isDeadEnd(request, location), (message) -> this.responses.failed(registrationId,
								callback, began != null, LoginStrategyFactory.refused(request), message),
						this.answers);
				chain.doFilter(request, watched);
				watched.close();
			}
			else {
				chain.doFilter(request, response);
			}
		}
		catch (ServletException | RuntimeException ex) {
			LoginUnavailableException outage = LoginUnavailableException.in(ex);
			if (registrationId == null || outage == null || response.isCommitted()) {
				throw ex;
			}
			this.answers.unavailable(request, response, registrationId, outage);
		}
	}

	/**
	 * Spring Security's login page says "Invalid credentials" of every failure, and its
	 * filter for clients redirects to where the response came to.
	 */
	private boolean isDeadEnd(HttpServletRequest request, String location) {
		String contextPath = request.getContextPath();
		return this.responses.isRedirectUri(contextPath, location)
				|| (LoginFailurePage.isGeneratedError(location, contextPath) && this.generatedPage.test(request));
	}

}
