package io.videoplatform.it.keycloak;

import java.util.Locale;
import java.util.UUID;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;

/**
 * Gives a test class a realm of its own in the one Keycloak that all classes share.
 *
 * <p>
 * Register it as a static field:
 *
 * <pre class="code">
 * &#64;RegisterExtension
 * static final RealmExtension platform = new RealmExtension();
 * </pre>
 *
 * Keycloak starts with the first class and ends with the last. A class may stop it: the
 * next one finds it running again.
 *
 * @since 0.1.0
 */
public final class RealmExtension implements BeforeAllCallback, AfterAllCallback {

	private static final Namespace NAMESPACE = Namespace.create(RealmExtension.class);

	private @Nullable Realm realm;

	@Override
	public void beforeAll(ExtensionContext context) {
		Keycloak keycloak = context.getStore(StoreScope.LAUNCHER_SESSION, NAMESPACE)
			.computeIfAbsent(Keycloak.class, (key) -> Keycloak.launch(), Keycloak.class);
		keycloak.start();
		String testClass = context.getRequiredTestClass().getSimpleName().toLowerCase(Locale.ROOT);
		this.realm = keycloak.createSuccessor(testClass + "-" + UUID.randomUUID().toString().substring(0, 8));
	}

	@Override
	public void afterAll(ExtensionContext context) {
		realm().keycloak().start();
		realm().delete();
	}

	/**
	 * Returns the realm.
	 * @return the realm of the test class
	 */
	public Realm realm() {
		if (this.realm == null) {
			throw new IllegalStateException("The realm exists only while the tests of its class run");
		}
		return this.realm;
	}

	/**
	 * Returns the Keycloak that all test classes share.
	 * @return the Keycloak
	 */
	public Keycloak keycloak() {
		return realm().keycloak();
	}

}
