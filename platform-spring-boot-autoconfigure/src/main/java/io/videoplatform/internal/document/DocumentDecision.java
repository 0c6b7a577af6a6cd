package io.videoplatform.internal.document;

/**
 * What a caller receives of a document that is held, decided by {@link DocumentState}.
 */
enum DocumentDecision {

	/**
	 * The document that is held.
	 */
	SERVE,

	/**
	 * The document that is held, while an attempt starts in the background.
	 */
	SERVE_AND_LOAD,

	/**
	 * The result of an attempt that it starts.
	 */
	LOAD,

	/**
	 * The result of the attempt that goes on.
	 */
	JOIN,

	/**
	 * The result of the attempt that goes on if it comes soon, else the last failure.
	 */
	JOIN_BRIEFLY,

	/**
	 * The last failure.
	 */
	FAIL

}
