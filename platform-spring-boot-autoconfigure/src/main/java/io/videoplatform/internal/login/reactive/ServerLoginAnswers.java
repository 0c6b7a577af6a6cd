package io.videoplatform.internal.login.reactive;

import java.nio.charset.StandardCharsets;
import java.time.Clock;

import io.videoplatform.internal.http.ProblemDocument;
import io.videoplatform.internal.login.LoginFailurePage;
import io.videoplatform.internal.login.LoginRefusal;
import io.videoplatform.internal.login.LoginUnavailableException;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;

/**
 * Writes what a login that does not go on is answered with.
 */
public final class ServerLoginAnswers {

	private static final MediaType PAGE = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);

	private final Clock clock;

	/**
	 * Create a new instance.
	 * @param clock the clock
	 */
	public ServerLoginAnswers(Clock clock) {
		this.clock = clock;
	}

	Mono<Void> unavailable(ServerWebExchange exchange, String loginUrl, LoginUnavailableException outage) {
		long seconds = outage.retryAfter(this.clock.instant());
		exchange.getResponse().getHeaders().set(HttpHeaders.RETRY_AFTER, String.valueOf(seconds));
		return takesPage(exchange)
				? page(exchange, HttpStatus.SERVICE_UNAVAILABLE,
						LoginFailurePage.unavailable(outage.explanation(), loginUrl, seconds))
				: problem(exchange, HttpStatus.SERVICE_UNAVAILABLE, outage.explanation() + ".");
	}

	Mono<Void> refused(ServerWebExchange exchange, LoginRefusal refusal) {
		return takesPage(exchange)
				? page(exchange, HttpStatus.BAD_REQUEST,
						LoginFailurePage.refused(refusal, loginUrl(exchange, refusal.registrationId())))
				: problem(exchange, HttpStatus.BAD_REQUEST, refusal.reason() + ".");
	}

	Mono<Void> loginRequired(ServerWebExchange exchange, String registrationId) {
		return problem(exchange, HttpStatus.UNAUTHORIZED,
				"There is no login, or it has ended: log in at %s.".formatted(loginUrl(exchange, registrationId)));
	}

	static String loginUrl(ServerWebExchange exchange, String registrationId) {
		return exchange.getRequest().getPath().contextPath().value() + "/oauth2/authorization/" + registrationId;
	}

	static boolean wantsPage(ServerWebExchange exchange) {
		return LoginFailurePage.wantsPage(exchange.getRequest().getHeaders());
	}

	private static boolean takesPage(ServerWebExchange exchange) {
		return LoginFailurePage.takesPage(exchange.getRequest().getHeaders());
	}

	private static Mono<Void> page(ServerWebExchange exchange, HttpStatus status, String page) {
		LoginFailurePage.HEADERS.forEach(exchange.getResponse().getHeaders()::set);
		return write(exchange, status, PAGE, page.getBytes(StandardCharsets.UTF_8));
	}

	private static Mono<Void> problem(ServerWebExchange exchange, HttpStatus status, String detail) {
		ServerHttpRequest request = exchange.getRequest();
		exchange.getResponse().getHeaders().setCacheControl("no-store");
		return write(exchange, status, MediaType.APPLICATION_PROBLEM_JSON,
				ProblemDocument.of(status, detail, request.getPath().value()));
	}

	private static Mono<Void> write(ServerWebExchange exchange, HttpStatus status, MediaType type, byte[] body) {
		ServerHttpResponse response = exchange.getResponse();
		response.setStatusCode(status);
		response.getHeaders().remove(HttpHeaders.LOCATION);
		response.getHeaders().setContentType(type);
		response.getHeaders().setContentLength(body.length);
		return response.writeWith(Mono.fromSupplier(() -> response.bufferFactory().wrap(body)));
	}

}
