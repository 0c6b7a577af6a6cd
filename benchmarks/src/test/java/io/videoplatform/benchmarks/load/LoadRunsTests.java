package io.videoplatform.benchmarks.load;

import io.videoplatform.benchmarks.load.LoadRuns.Run;
import io.videoplatform.benchmarks.stub.Counter;
import io.videoplatform.benchmarks.stub.StubProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whether load runs reach the applications and the platform that they are about; no
 * times.
 */
@Tag("full")
class LoadRunsTests {

	private final StubProcess platform = StubProcess.start();

	@AfterEach
	void close() {
		this.platform.close();
	}

	@Test
	void rejectionWhenTokensAreRevokedThenCountsAreReported() {
		Report report = new Report();
		Run.REJECTION.load().run(this.platform, new Scale(1), report);
		assertThat(report.isMet()).isTrue();
	}

	@Test
	void keysWhenTenUsersLogInThenOneFetch() {
		Report report = new Report();
		Run.KEYS.load().run(this.platform, new Scale(1), report);
		assertThat(report.isMet()).isTrue();
		assertThat(this.platform.counts().of(Counter.CODES)).isEqualTo(10);
	}

	@Test
	void domainsWhenTenThenEachHasItsOwnToken() {
		Report report = new Report();
		Run.DOMAINS.load().run(this.platform, new Scale(1), report);
		assertThat(this.platform.counts().of(Counter.CALLS)).isEqualTo(30);
		assertThat(this.platform.counts().tokenRequests()).isEqualTo(10);
		assertThat(this.platform.counts().of(Counter.FOREIGN_TOKENS)).isZero();
	}

	@Test
	void callWhenFixedHeaderThenNoTokenRequest() {
		try (PlatformApplication application = PlatformApplication.start(this.platform.rootUrl())) {
			assertThat(PlatformApplication.call(application.fixedHeaderClient()).block()).isNotNull();
			assertThat(this.platform.counts().tokenRequests()).isZero();
			assertThat(this.platform.counts().of(Counter.CALLS)).isOne();
		}
	}

}
