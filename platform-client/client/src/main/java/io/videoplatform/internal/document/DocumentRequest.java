package io.videoplatform.internal.document;

import java.net.URI;
import java.util.function.UnaryOperator;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.RedirectPolicy;

/**
 * How a document is requested. The request is constant, so that one cached response fits
 * all requests.
 *
 * @param step the step that reads the document, for messages
 * @param url where the document is
 * @param uriTemplate what observations know the request by
 * @param accept the media types that are accepted
 * @param redirects which redirects are followed
 * @param properties the properties of the client that needs the document, for messages
 */
public record DocumentRequest(PlatformStep step, URI url, String uriTemplate, String accept, RedirectPolicy redirects,
		UnaryOperator<String> properties) {

	/**
	 * Return what to do about an error, without what a first configuration may have wrong
	 * if the document was read before.
	 */
	String cure(PlatformError error, boolean worked) {
		return error.getCure(this.properties, worked);
	}

}
