package io.videoplatform.login.servlet;

import java.io.IOException;
import java.util.List;

import io.videoplatform.login.AuthorizationResponses;
import io.videoplatform.login.LoginRefusal;
import io.videoplatform.login.LoginUnavailableException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;

import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.security.oauth2.client.web.HttpSessionOAuth2AuthorizationRequestRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.web.WebAttributes;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Stands before Spring Security's filters: checks where an authorization response comes
 * from before anything is done with it, answers logins that an outage keeps from going
 * on, and tells why Spring Security refused one.
 */
public final class LoginFilter extends OncePerRequestFilter implements Ordered {

	private final AuthorizationResponses responses;

	private final LoginAnswers answers;

	private final int order;

	private final HttpSessionOAuth2AuthorizationRequestRepository requests = new HttpSessionOAuth2AuthorizationRequestRepository();

	/**
	 * Create a new instance.
	 * @param responses checks authorization responses
	 * @param answers writes the answers
	 * @param order the order among the application's filters, before Spring Security's
	 */
	public LoginFilter(AuthorizationResponses responses, LoginAnswers answers, int order) {
		this.responses = responses;
		this.answers = answers;
		this.order = order;
	}

	@Override
	public int getOrder() {
		return this.order;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		MultiValueMap<String, String> parameters = callbackParameters(request);
		if (!AuthorizationResponses.isResponse(parameters)) {
			chain.doFilter(request, response);
			return;
		}
		OAuth2AuthorizationRequest began = this.requests.loadAuthorizationRequest(request);
		String handle = this.responses.handle(parameters, began);
		if (handle == null) {
			chain.doFilter(request, response);
			return;
		}
		try {
			LoginRefusal refusal = Waiting.on(this.responses.check(handle, parameters));
			if (refusal != null) {
				this.answers.refused(request, response, refusal);
				return;
			}
			chain.doFilter(request, response);
			tell(request, response, parameters, handle, began != null);
		}
		catch (ServletException | RuntimeException ex) {
			LoginUnavailableException outage = LoginUnavailableException.in(ex);
			if (outage == null || response.isCommitted()) {
				throw ex;
			}
			this.answers.unavailable(request, response, AuthorizationResponses.registrationId(handle), outage);
		}
	}

	/**
	 * An authorization response comes in the query; a body is left to the application.
	 */
	private static MultiValueMap<String, String> callbackParameters(HttpServletRequest request) {
		MultiValueMap<String, String> parameters = new LinkedMultiValueMap<>();
		String query = request.getQueryString();
		if (query != null && query.contains("state=") && HttpMethod.GET.matches(request.getMethod())) {
			request.getParameterMap().forEach((name, values) -> parameters.put(name, List.of(values)));
		}
		return parameters;
	}

	private void tell(HttpServletRequest request, HttpServletResponse response,
			MultiValueMap<String, String> parameters, String handle, boolean known) {
		String location = response.getHeader(HttpHeaders.LOCATION);
		if (!AuthorizationResponses.leadsToError(location) || parameters.containsKey("error")
				|| ToldRefusal.isAt(request)) {
			return;
		}
		HttpSession session = request.getSession(false);
		Object reason = (session != null) ? session.getAttribute(WebAttributes.AUTHENTICATION_EXCEPTION) : null;
		if (!known) {
			this.responses.refusedBySpring(handle, AuthorizationResponses.UNKNOWN_STATE);
		}
		else {
			this.responses.refusedBySpring(handle, (reason instanceof Exception ex) ? String.valueOf(ex.getMessage())
					: "Spring Security did not accept it");
		}
	}

}
