package io.videoplatform.internal.discovery;

import org.jspecify.annotations.Nullable;

/**
 * What is used of a WebFinger response (RFC 7033, section 4.4).
 *
 * @param location where the issuer link leads to
 * @param realm the realm's name, for information only
 * @param authServerUrl the URL of the authorization server, for information only
 */
public record WebFingerDocument(IssuerLocation location, @Nullable String realm, @Nullable String authServerUrl) {

}
