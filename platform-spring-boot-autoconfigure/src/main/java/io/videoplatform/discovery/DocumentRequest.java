package io.videoplatform.discovery;

import java.net.URI;
import java.util.Map;

/**
 * What is asked for and how: constant for a document, so that one stored answer fits all
 * requests.
 *
 * @param url the URL
 * @param accept the media types
 * @param redirects where the request may be redirected to
 * @param hints what to say of a status, appended to the message
 */
record DocumentRequest(URI url, String accept, RedirectRule redirects, Map<Integer, String> hints) {

}
