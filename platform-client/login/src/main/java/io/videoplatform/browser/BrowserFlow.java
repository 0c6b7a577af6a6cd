package io.videoplatform.browser;

/**
 * How a browser application acquires tokens.
 *
 * <pre class="code">
 * platform.browser.flow=standard
 * </pre>
 *
 * @since 0.1.0
 */
public enum BrowserFlow {

	/**
	 * Authorization code with PKCE (RFC 6749, section 4.1; RFC 7636).
	 */
	STANDARD,

	/**
	 * Implicit (RFC 6749, section 4.2), which RFC 9700 advises against.
	 */
	IMPLICIT

}
