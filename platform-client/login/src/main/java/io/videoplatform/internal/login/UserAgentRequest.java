package io.videoplatform.internal.login;

import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/**
 * A request of a user agent: a person's browser or a script. It says whether the response
 * is to be a page.
 *
 * @param contextPath the context path of the application
 * @param path the path of the request, context path included, as it was sent
 * @param headers the headers
 */
public record UserAgentRequest(String contextPath, String path, HttpHeaders headers) {

	private static final String AUTHORIZATION = "/oauth2/authorization/";

	/**
	 * Return the path: headers are secrets.
	 */
	@Override
	public String toString() {
		return this.path;
	}

	/**
	 * Return whether a page is what the request wants, as a person's browser does that
	 * follows a link, and no script.
	 */
	public boolean wantsPage() {
		return !isScript() && namesPage();
	}

	private boolean namesPage() {
		try {
			return this.headers.getAccept().stream().anyMatch(UserAgentRequest::isPage);
		}
		catch (InvalidMediaTypeException ex) {
			// No browser writes that
			return false;
		}
	}

	private static boolean isPage(MediaType type) {
		return type.getQualityValue() > 0 && (type.equalsTypeAndSubtype(MediaType.TEXT_HTML)
				|| type.equalsTypeAndSubtype(MediaType.APPLICATION_XHTML_XML));
	}

	/**
	 * Return whether a page is the right response where people come by links and
	 * redirects: unless a script says that it wants something else.
	 */
	boolean acceptsPage() {
		String accept = this.headers.getFirst(HttpHeaders.ACCEPT);
		return wantsPage()
				|| (!isScript() && (accept == null || accept.isBlank() || accept.trim().equals(MediaType.ALL_VALUE)));
	}

	/**
	 * Fetch Metadata Request Headers, section 2.3: only a navigation shows a page.
	 */
	private boolean isScript() {
		String mode = this.headers.getFirst("Sec-Fetch-Mode");
		return "XMLHttpRequest".equals(this.headers.getFirst("X-Requested-With"))
				|| (mode != null && !mode.equals("navigate"));
	}

	/**
	 * Return whether this is a request that begins a login.
	 */
	boolean beginsLogin() {
		return this.path.startsWith(loginUrl(""));
	}

	/**
	 * Return where a login begins.
	 */
	public String loginUrl(String registrationId) {
		return this.contextPath + loginPath(registrationId);
	}

	static String loginPath(String registrationId) {
		return AUTHORIZATION + registrationId;
	}

}
