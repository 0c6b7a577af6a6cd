package io.videoplatform.internal.engine;

import java.security.KeyStore;

import org.jspecify.annotations.Nullable;

/**
 * The keys and certificates of an SSL bundle, which may be replaced while the application
 * runs. What it returns is that of now.
 */
public interface KeyBundle {

	@Nullable KeyStore keyStore();

	/**
	 * Return the alias of the key to use, if there is a choice.
	 */
	@Nullable String alias();

	/**
	 * Return the password of that key.
	 */
	char[] password();

	/**
	 * Call back whenever the bundle has been replaced. A callback that fails is reported,
	 * and keeps no other from being called.
	 */
	void onUpdate(Runnable reload);

}
