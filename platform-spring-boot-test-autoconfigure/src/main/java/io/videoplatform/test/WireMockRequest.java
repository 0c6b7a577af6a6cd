package io.videoplatform.test;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import com.github.tomakehurst.wiremock.common.Urls;
import com.github.tomakehurst.wiremock.http.Cookie;
import com.github.tomakehurst.wiremock.http.FormParameter;
import com.github.tomakehurst.wiremock.http.HttpHeader;
import com.github.tomakehurst.wiremock.http.HttpHeaders;
import com.github.tomakehurst.wiremock.http.ImmutableRequest;
import com.github.tomakehurst.wiremock.http.RequestMethod;
import com.github.tomakehurst.wiremock.http.multipart.PartParser;
import io.videoplatform.testing.RecordedRequest;

import org.springframework.http.MediaType;

import static java.util.stream.Collectors.toMap;
import static org.springframework.http.HttpHeaders.AUTHORIZATION;
import static org.springframework.http.HttpHeaders.CONTENT_TYPE;
import static org.springframework.http.HttpHeaders.COOKIE;
import static org.springframework.http.HttpHeaders.HOST;

/**
 * A request as WireMock sees it: without its token, and with the cookies, the form and
 * the parts that {@link ImmutableRequest} lacks. WireMock copies them before it compares
 * anything.
 */
final class WireMockRequest extends ImmutableRequest {

	private final RecordedRequest request;

	WireMockRequest(RecordedRequest request) {
		super("http://" + request.header(HOST) + request.uri(), RequestMethod.fromString(request.method()), "HTTP/1.1",
				"127.0.0.1", headers(request), request.content(), hasType(request, "multipart/"), false);
		this.request = request;
	}

	private static HttpHeaders headers(RecordedRequest request) {
		List<HttpHeader> headers = new ArrayList<>();
		request.headers().forEach((name, values) -> {
			if (!name.equalsIgnoreCase(AUTHORIZATION)) {
				headers.add(new HttpHeader(name, values));
			}
		});
		return new HttpHeaders(headers);
	}

	private static boolean hasType(RecordedRequest request, String type) {
		return request.header(CONTENT_TYPE).strip().toLowerCase(Locale.ROOT).startsWith(type);
	}

	@Override
	public Map<String, Cookie> getCookies() {
		Map<String, List<String>> cookies = new LinkedHashMap<>();
		for (String line : this.request.headers().getOrEmpty(COOKIE)) {
			for (String pair : line.split(";")) {
				int equals = pair.indexOf('=');
				if (equals > 0) {
					cookies.computeIfAbsent(pair.substring(0, equals).strip(), (name) -> new ArrayList<>())
						.add(pair.substring(equals + 1).strip());
				}
			}
		}
		return cookies.entrySet()
			.stream()
			.collect(toMap(Map.Entry::getKey, (cookie) -> new Cookie(cookie.getKey(), cookie.getValue())));
	}

	@Override
	public Map<String, FormParameter> formParameters() {
		if (!hasType(this.request, MediaType.APPLICATION_FORM_URLENCODED_VALUE)) {
			return Map.of();
		}
		return Urls.splitQuery(this.request.body())
			.entrySet()
			.stream()
			.collect(toMap(Map.Entry::getKey,
					(parameter) -> new FormParameter(parameter.getKey(), parameter.getValue().values())));
	}

	@Override
	public Collection<Part> getParts() {
		return isMultipart() ? PartParser.parseFrom(this) : super.getParts();
	}

}
