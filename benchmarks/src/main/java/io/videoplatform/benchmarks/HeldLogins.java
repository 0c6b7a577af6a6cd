package io.videoplatform.benchmarks;

import java.util.Objects;

import io.videoplatform.internal.login.LoginClient;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.LoginResolver;
import io.videoplatform.internal.token.login.LoginTokens;

import org.springframework.context.ApplicationContext;
import org.springframework.test.util.ReflectionTestUtils;

/**
 * What an application holds of its users' logins. Applications have no access to this,
 * and need none.
 */
public final class HeldLogins {

	private final Object logins;

	private HeldLogins(Object logins) {
		this.logins = logins;
	}

	/**
	 * Look into an application.
	 * @param context the application
	 * @return its logins
	 */
	public static HeldLogins of(ApplicationContext context) {
		Object engine = context.getBean("platformEngine");
		return new HeldLogins(Objects.requireNonNull(ReflectionTestUtils.invokeMethod(engine, "logins")));
	}

	/**
	 * Return what identifies the login of an authentication.
	 * @return the keys
	 */
	public LoginResolver keys() {
		return part("keys");
	}

	/**
	 * Return a client at which users log in.
	 * @param registrationId the identifier of its registration
	 * @return the client
	 */
	public LoginClient client(String registrationId) {
		LoginRegistrationRepository registrations = part("registrations");
		return Objects.requireNonNull(registrations.client(registrationId));
	}

	/**
	 * Return the tokens of the users of the default client.
	 * @return the tokens
	 */
	public LoginTokens tokens() {
		return client("platform").tokens();
	}

	private <T> T part(String name) {
		return Objects.requireNonNull(ReflectionTestUtils.invokeMethod(this.logins, name));
	}

}
