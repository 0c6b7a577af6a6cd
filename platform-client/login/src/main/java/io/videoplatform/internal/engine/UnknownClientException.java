package io.videoplatform.internal.engine;

import java.util.Set;

import io.videoplatform.PlatformError;

/**
 * Thrown when code names a client that no property describes.
 */
public final class UnknownClientException extends IllegalArgumentException {

	private static final long serialVersionUID = 1L;

	private final String description;

	private UnknownClientException(String description) {
		super(PlatformError.UNKNOWN_CLIENT.explain(description));
		this.description = description;
	}

	/**
	 * Return the exception for a name.
	 * @param name what the code names
	 * @param clients the clients that there are
	 */
	static UnknownClientException of(String name, Set<String> clients) {
		return new UnknownClientException(
				"No client named '%s': there is '%s'".formatted(name, String.join("', '", clients)));
	}

	/**
	 * Return what is wrong, without what to do.
	 */
	public String description() {
		return this.description;
	}

}
