package io.videoplatform.internal.transport;

import java.security.ProviderException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.engine.ClientSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslStoreBundle;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ReloadableSslBundle} whose users fail when it is replaced.
 */
@ExtendWith(OutputCaptureExtension.class)
class ReloadableSslBundleTests {

	private static final SslBundle BUNDLE = SslBundle.of(SslStoreBundle.NONE);

	private final DefaultSslBundleRegistry bundles = new DefaultSslBundleRegistry("test", BUNDLE);

	private final List<String> reloaded = new ArrayList<>();

	static Stream<Runnable> failures() {
		return Stream.of(() -> {
			throw new ProviderException("The token was removed");
		}, () -> {
			throw new NoClassDefFoundError("a provider of the application");
		});
	}

	@ParameterizedTest
	@MethodSource("failures")
	void updateWhenOneCallbackFailsThenReportedAndTheOthersAreCalled(Runnable failing, CapturedOutput output) {
		ReloadableSslBundle bundle = ReloadableSslBundle.named(new ClientSettings.Ssl("platform.ssl.bundle", "test"),
				this.bundles);
		bundle.onUpdate(failing);
		bundle.onUpdate(() -> this.reloaded.add("ours"));
		this.bundles.addBundleUpdateHandler("test", (updated) -> this.reloaded.add("the web server's"));
		this.bundles.updateBundle("test", BUNDLE);
		assertThat(this.reloaded).containsExactly("ours", "the web server's");
		assertThat(output).contains("the last one stays in use", "[" + PlatformError.CREDENTIALS_UNAVAILABLE + "]");
	}

	@Test
	void ofWhenAnotherBundleIsInUseThenNone() {
		SslBundle other = SslBundle.of(SslStoreBundle.NONE);
		assertThat(ReloadableSslBundle.of(BUNDLE, "test", this.bundles)).isNotNull();
		assertThat(ReloadableSslBundle.of(other, "test", this.bundles)).isNull();
		assertThat(ReloadableSslBundle.of(other, "unknown", this.bundles)).isNull();
	}

}
