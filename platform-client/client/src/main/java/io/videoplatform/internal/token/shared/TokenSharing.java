package io.videoplatform.internal.token.shared;

/**
 * What the nodes of an application share, as the clients of one API host use it.
 *
 * @param root the root URL of the platform
 * @param records the records of tokens
 * @param sets which logins a user has
 */
public record TokenSharing(String root, SharedRecords records, SharedSet sets) {

}
