package io.videoplatform.internal.token.shared;

/**
 * The records that this node shares with others.
 */
public interface SharedRecords {

	/**
	 * Return the record of a login or client: the same one as long as it is in use, since
	 * what it knows of later generations belongs to the instance.
	 */
	SharedRecord record(RecordIdentity identity);

	/**
	 * Return what does work with the store, until that is closed.
	 */
	StoreWork work();

	/**
	 * Return a keyed hash of a text, which does not tell the text.
	 */
	String digest(String text);

}
