package io.videoplatform;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.event.EventPublisher;
import org.apache.commons.logging.Log;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The catalogue of errors: complete, used and written for people.
 */
class PlatformErrorTests {

	/**
	 * The steps whose names are names of failures: of a flight that failed at them, or of
	 * a refusal. Token requests have those of OAuth 2.0.
	 */
	private static final String NOT_A_NAME = "TOKEN_REQUEST";

	@Test
	void codesWhenListedThenUniqueAndOfOneForm() {
		assertThat(PlatformError.values()).extracting(PlatformError::getCode)
			.doesNotHaveDuplicates()
			.allMatch((code) -> code.matches("[a-z]+(?:_[a-z]+)*|[1-5]xx|[1-5]\\d\\d|_OTHER"));
	}

	@ParameterizedTest
	@EnumSource
	void textsWhenReadThenPlainSentences(PlatformError error) {
		assertThat(error.getCause()).matches("[A-Z].*[^.]\\.").doesNotContain("{", "}", "|");
		assertThat(error.getCure()).matches("[A-Z].*[^.]\\.").doesNotContain("{", "}", "|");
		assertThat(error.explain("It failed")).isEqualTo("It failed. " + error.getCure());
		assertThat(error).hasToString(error.getCode());
		assertThat(PlatformError.of(error.getCode())).isSameAs(error);
	}

	@Test
	void propertiesWhenNamedThenTheyExist() {
		ConfigurationMetadata metadata = ConfigurationMetadata.ofThisModule();
		Stream<String> quoted = Arrays.stream(PlatformError.values())
			.flatMap((error) -> Arrays.stream(error.getCure().split("'")))
			.filter((text) -> text.matches("platform(?:\\.[a-z0-9-]+)+"));
		assertThat(quoted).isNotEmpty()
			.allMatch((name) -> metadata.contains(name) || OperationsPage.names().contains(name));
	}

	@Test
	void cureWhenClientIsNamedThenItsProperties() {
		assertThat(PlatformError.INVALID_CLIENT.getCure("platform.clients.jobs"))
			.contains("'platform.clients.jobs.client-id'", "'platform.clients.jobs.client-secret'");
		assertThat(PlatformError.INVALID_CLIENT.getCure()).contains("'platform.client-id'");
	}

	@Test
	void cureWhenAccountMayBeLockedOrIncompleteThenSaysWhereItIsMended() {
		assertThat(PlatformError.INVALID_GRANT.getCause()).contains("the account is locked or not set up");
		assertThat(PlatformError.INVALID_GRANT.getCure()).contains("unlocked or set up at the provider");
	}

	@Test
	void cureWhenCertificateIsUntrustedThenPresumesNoBundle() {
		assertThat(PlatformError.CERTIFICATE_UNTRUSTED.getCure()).contains("of an SSL bundle,",
				"name the bundle in 'platform.ssl.bundle'");
	}

	@Test
	void cureWhenStoreCannotBeUsedThenNamesMemoryAndProperties() {
		assertThat(PlatformError.STORE.getCause()).contains("or refuses");
		assertThat(PlatformError.STORE.getCure()).contains("memory", "'spring.data.redis.*'", "'spring.datasource.*'");
	}

	@ParameterizedTest
	@EnumSource(names = { "UNKNOWN_HOST", "CONNECT" })
	void cureWhenServerIsNotReachedThenServerAndNetworkBeforeProperties(PlatformError error) {
		assertThat(error.getCure()).startsWith("Check that the server runs and ")
			.containsSubsequence("'platform.proxy.host'", "'platform.root-url'", "another URL that is wrong");
	}

	@ParameterizedTest
	@CsvSource(nullValues = "-", textBlock = """
			invalid_client, INVALID_CLIENT
			503,            STATUS_5XX
			500,            STATUS_5XX
			404,            STATUS_4XX
			429,            STATUS_429
			302,            STATUS_3XX
			204,            STATUS_2XX
			999,            OTHER
			made_up,        OTHER
			5x,             OTHER
			-,              OTHER
			""")
	void ofWhenErrorTypeThenItsEntry(String errorType, PlatformError expected) {
		assertThat(PlatformError.of(errorType)).isEqualTo(expected);
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = NOT_A_NAME)
	void stepsWhenListedThenEachHasAnEntry(PlatformStep step) {
		assertThat(PlatformError.of(step.name().toLowerCase(Locale.ROOT))).isNotEqualTo(PlatformError.OTHER);
	}

	@Test
	void entriesWhenListedThenEachIsUsed() {
		Set<String> used = accesses(JavaFieldAccess.class)
			.filter((access) -> access.getTargetOwner().isEquivalentTo(PlatformError.class))
			.map(JavaAccess::getName)
			.collect(Collectors.toSet());
		Set<String> steps = Arrays.stream(PlatformStep.values()).map(Enum::name).collect(Collectors.toSet());
		Set<String> statuses = Arrays.stream(PlatformError.values())
			.filter((error) -> error.getCode().matches("\\d.*"))
			.map(Enum::name)
			.collect(Collectors.toSet());
		assertThat(PlatformError.values()).extracting(Enum::name)
			.as("entries that no code names: those of steps and statuses are looked up")
			.filteredOn((name) -> !steps.contains(name) && !statuses.contains(name))
			.allMatch(used::contains);
	}

	/**
	 * By its type, an exception has an entry. An event may have none: the short form of
	 * the method is for what is no problem.
	 */
	@Test
	void eventsWhenOfWarnOrErrorThenTheyHaveAnEntry() {
		List<String> problems = StarterClasses.all()
			.stream()
			.flatMap((type) -> type.getCodeUnits().stream())
			.filter((unit) -> unit.getMethodCallsFromSelf().stream().anyMatch(PlatformErrorTests::isShortPublish))
			.filter((unit) -> unit.getFieldAccesses().stream().anyMatch(PlatformErrorTests::isProblem))
			.map((unit) -> unit.getFullName())
			.toList();
		assertThat(problems).isEmpty();
	}

	/**
	 * A line that is written without an event ends with a code as well.
	 */
	@Test
	void linesWhenOfWarnOrErrorThenTheyEndWithACode() {
		List<JavaCodeUnit> writers = StarterClasses.all()
			.stream()
			.flatMap((type) -> type.getCodeUnits().stream())
			.filter((unit) -> unit.getMethodCallsFromSelf().stream().anyMatch(PlatformErrorTests::isProblemLine))
			.toList();
		assertThat(writers).isNotEmpty()
			.filteredOn((unit) -> unit.getMethodCallsFromSelf().stream().noneMatch(PlatformErrorTests::isLineWithCode))
			.extracting(JavaCodeUnit::getFullName)
			.isEmpty();
	}

	private static boolean isProblemLine(JavaMethodCall call) {
		return call.getTargetOwner().isEquivalentTo(Log.class)
				&& List.of("warn", "error", "fatal").contains(call.getName());
	}

	private static boolean isLineWithCode(JavaMethodCall call) {
		return call.getTargetOwner().isEquivalentTo(EventLog.class)
				&& List.of("line", "explained").contains(call.getName());
	}

	private static boolean isShortPublish(JavaMethodCall call) {
		return call.getTargetOwner().isEquivalentTo(EventPublisher.class) && call.getName().equals("publish")
				&& call.getTarget().getRawParameterTypes().size() == 3;
	}

	private static boolean isProblem(JavaFieldAccess access) {
		return access.getTargetOwner().isEquivalentTo(Level.class)
				&& List.of("WARN", "ERROR").contains(access.getName());
	}

	private static <T extends JavaAccess<?>> Stream<T> accesses(Class<T> type) {
		return StarterClasses.all()
			.stream()
			.filter((owner) -> !owner.isEquivalentTo(PlatformError.class))
			.flatMap((owner) -> owner.getAccessesFromSelf().stream())
			.filter(type::isInstance)
			.map(type::cast);
	}

}
