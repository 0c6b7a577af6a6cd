package io.videoplatform.internal.login;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.function.Consumer;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.http.ProblemResponse;
import io.videoplatform.internal.login.oidc.LoginUnavailableException;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/**
 * Makes the responses to requests whose login does not go on: pages for people, problem
 * details for scripts.
 */
public final class LoginResponseFactory {

	private static final MediaType PAGE = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);

	private final LoginRegistrationRepository registrations;

	private final Clock clock;

	/**
	 * Create a new instance.
	 */
	public LoginResponseFactory(LoginRegistrationRepository registrations, Clock clock) {
		this.registrations = registrations;
		this.clock = clock;
	}

	/**
	 * Return the registration at which a user logs in whom nothing leads to another one.
	 */
	public String firstRegistration() {
		return this.registrations.firstRegistration();
	}

	/**
	 * Respond that the provider is not available (503), and lead to the login again.
	 */
	public ResponseEntity<byte[]> unavailable(UserAgentRequest request, @Nullable String registrationId,
			LoginUnavailableException outage) {
		String loginUrl = (registrationId == null && request.beginsLogin()) ? request.path()
				: request.loginUrl((registrationId != null) ? registrationId : this.registrations.firstRegistration());
		long seconds = outage.retryAfter(this.clock.instant());
		Consumer<HttpHeaders> retryAfter = (headers) -> headers.set(HttpHeaders.RETRY_AFTER, String.valueOf(seconds));
		return request.acceptsPage()
				? page(HttpStatus.SERVICE_UNAVAILABLE,
						LoginFailurePage.unavailable(outage.explanation(), loginUrl, seconds), retryAfter)
				: ProblemResponse.of(HttpStatus.SERVICE_UNAVAILABLE, outage.getError(), outage.explanation() + ".",
						retryAfter);
	}

	/**
	 * Respond that a login is refused (400).
	 */
	public ResponseEntity<byte[]> refused(UserAgentRequest request, LoginRefusal refusal) {
		return refused(HttpStatus.BAD_REQUEST, request, refusal);
	}

	private static ResponseEntity<byte[]> refused(HttpStatus status, UserAgentRequest request, LoginRefusal refusal) {
		return request.acceptsPage() ? page(status,
				LoginFailurePage.refused(refusal, request.loginUrl(refusal.registrationId())), (headers) -> {
				}) : problem(status, PlatformError.LOGIN, refusal.reason() + ".", request);
	}

	/**
	 * Respond to a request that requires a login and does not lead to one: to a script
	 * (401), or because its session has completed that login a moment ago (500).
	 */
	public ResponseEntity<byte[]> loginRequired(UserAgentRequest request, String registrationId) {
		return request.wantsPage() ? failed(request, registrationId)
				: problem(HttpStatus.UNAUTHORIZED, PlatformError.LOGIN_ENDED,
						"There is no login, or it has ended: log in at %s.".formatted(request.loginUrl(registrationId)),
						request);
	}

	/**
	 * Respond that the application does not keep the user who has just logged in, or has
	 * failed while it did (500).
	 */
	public ResponseEntity<byte[]> failed(UserAgentRequest request, String registrationId) {
		return refused(HttpStatus.INTERNAL_SERVER_ERROR, request, LoginRefusal.of(registrationId,
				"The application has failed with your login; its operator can find the reason in its log"));
	}

	/**
	 * Respond that there is no such registration (404).
	 */
	public ResponseEntity<byte[]> unknownRegistration(UserAgentRequest request) {
		return problem(HttpStatus.NOT_FOUND, PlatformError.UNKNOWN_CLIENT, "There is no login of this name.", request);
	}

	private static ResponseEntity<byte[]> problem(HttpStatus status, PlatformError error, String detail,
			UserAgentRequest request) {
		return ProblemResponse.of(status, error, detail, (headers) -> {
		});
	}

	private static ResponseEntity<byte[]> page(HttpStatus status, String page, Consumer<HttpHeaders> further) {
		return ResponseEntity.status(status)
			.contentType(PAGE)
			.headers((headers) -> headers.setAll(LoginFailurePage.HEADERS))
			.headers(further)
			.body(page.getBytes(StandardCharsets.UTF_8));
	}

}
