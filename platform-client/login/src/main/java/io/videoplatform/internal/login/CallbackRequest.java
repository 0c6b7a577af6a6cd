package io.videoplatform.internal.login;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.util.CollectionUtils;
import org.springframework.util.MultiValueMap;

/**
 * A request that Spring Security may take for an authorization response, as it reads it.
 *
 * @param contextPath the context path of the application
 * @param path the path of the request, context path included, as it was sent
 * @param form whether the request brings a form in its body
 * @param parameters the parameters, decoded
 * @param malformed whether the parameters cannot be read, so that there are none
 */
public record CallbackRequest(String contextPath, String path, boolean form, MultiValueMap<String, String> parameters,
		boolean malformed) {

	private static final List<String> SINGLE = List.of("state", "code", "error", "iss");

	private static final Pattern ERROR = Pattern.compile("[?&]error(?:[=&#]|$)");

	/**
	 * Create a request whose parameters could be read.
	 * @param contextPath the context path of the application
	 * @param path the path of the request, context path included, as it was sent
	 * @param form whether the request brings a form in its body
	 * @param parameters the parameters, decoded
	 */
	public CallbackRequest(String contextPath, String path, boolean form, MultiValueMap<String, String> parameters) {
		this(contextPath, path, form, parameters, false);
	}

	/**
	 * Return a request whose parameters cannot be read.
	 * @param contextPath the context path of the application
	 * @param path the path of the request, context path included, as it was sent
	 * @param form whether the request brings a form in its body
	 * @return the request
	 */
	public static CallbackRequest malformed(String contextPath, String path, boolean form) {
		return new CallbackRequest(contextPath, path, form, CollectionUtils.toMultiValueMap(Map.of()), true);
	}

	/**
	 * Return whether the parameters are those of an authorization response (RFC 6749,
	 * sections 4.1.2 and 4.1.2.1).
	 * @return whether they are
	 */
	public boolean isResponse() {
		return isResponse(this.parameters.keySet());
	}

	/**
	 * Return whether a query may be an authorization response, without its values, which
	 * may be malformed.
	 * @param query the query, as it was sent
	 * @return whether it has the parameters of one
	 */
	public static boolean mayBeResponse(String query) {
		return isResponse(
				Arrays.stream(query.split("&")).map(CallbackRequest::name).collect(Collectors.toUnmodifiableSet()));
	}

	private static boolean isResponse(Set<String> names) {
		return names.contains("state") && (names.contains("code") || names.contains("error"));
	}

	private static String name(String parameter) {
		String name = parameter.substring(0, (parameter + "=").indexOf('='));
		try {
			return URLDecoder.decode(name, StandardCharsets.UTF_8);
		}
		catch (IllegalArgumentException ex) {
			return name;
		}
	}

	/**
	 * Return whether a redirect leads to a page that shows a failed login, as Spring
	 * Security does by convention. A page of the application may have the word in its
	 * name.
	 * @param location the address that the browser is sent to, if it is sent somewhere
	 * @return whether the address has the parameter {@code error}
	 */
	public static boolean leadsToError(@Nullable String location) {
		int query = (location != null) ? location.indexOf('?') : -1;
		return location != null && query >= 0 && ERROR.matcher(location.substring(query)).find();
	}

	/**
	 * Return whether a redirect leads to the error on the login page that Spring Security
	 * generates.
	 * @param location the address that the browser is sent to, if it is sent somewhere
	 * @return whether it does
	 */
	public boolean leadsToGeneratedError(@Nullable String location) {
		return (this.contextPath + "/login?error").equals(location);
	}

	@Nullable String parameter(String name) {
		return this.parameters.getFirst(name);
	}

	/**
	 * Return a parameter that is repeated, which none may be (RFC 6749, section 3.1).
	 */
	@Nullable String repeated() {
		return SINGLE.stream()
			.filter((name) -> this.parameters.getOrDefault(name, List.of()).size() > 1)
			.findFirst()
			.orElse(null);
	}

	/**
	 * Return the path: the parameters are secrets.
	 */
	@Override
	public String toString() {
		return this.path;
	}

}
