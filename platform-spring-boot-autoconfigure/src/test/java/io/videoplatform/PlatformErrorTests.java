package io.videoplatform;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
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

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The catalogue of errors: complete, used and written for people.
 */
class PlatformErrorTests {

	@Test
	void codesWhenListedThenUniqueAndOfOneForm() {
		assertThat(PlatformError.values()).extracting(PlatformError::getCode)
			.doesNotHaveDuplicates()
			.allMatch((code) -> code.matches("[a-z]+(?:_[a-z]+)*|[1-5]xx|[1-5]\\d\\d|_OTHER"));
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
		assertThat(PlatformError.INVALID_CLIENT.getCure((name) -> "platform.clients.jobs." + name))
			.contains("'platform.clients.jobs.client-id'", "'platform.clients.jobs.client-secret'");
		assertThat(PlatformError.INVALID_CLIENT.getCure()).contains("'platform.client-id'");
	}

	@Test
	void cureWhenItHasWorkedThenOnlyWhatCanHaveChanged() {
		assertThat(PlatformError.CONNECT.getCure()).startsWith("Check that the server runs")
			.containsSubsequence("'platform.proxy.host'", "'platform.root-url'", "the URL that the message names");
		assertThat(PlatformError.CONNECT.getCure(UnaryOperator.identity(), true)).contains("'platform.proxy.host'")
			.doesNotContain("root-url", "operator");
	}

	@ParameterizedTest
	@CsvSource(nullValues = "-", textBlock = """
			invalid_client, INVALID_CLIENT
			503,            STATUS_5XX
			500,            STATUS_5XX
			404,            UNKNOWN_RESOURCE
			429,            STATUS_429
			302,            UNKNOWN_RESOURCE
			204,            MALFORMED
			999,            OTHER
			made_up,        OTHER
			5x,             OTHER
			-,              OTHER
			""")
	void ofWhenErrorTypeThenItsEntry(String errorType, PlatformError expected) {
		assertThat(PlatformError.of(errorType)).isEqualTo(expected);
	}

	@Test
	void entriesWhenListedThenEachIsUsed() {
		Set<String> used = accesses(JavaFieldAccess.class)
			.filter((access) -> access.getTargetOwner().isEquivalentTo(PlatformError.class))
			.map(JavaAccess::getName)
			.collect(Collectors.toSet());
		Set<String> statuses = Arrays.stream(PlatformError.values())
			.filter((error) -> error.getCode().matches("\\d.*"))
			.map(Enum::name)
			.collect(Collectors.toSet());
		assertThat(PlatformError.values()).extracting(Enum::name)
			.as("entries that no code names: those of statuses are looked up")
			.filteredOn((name) -> !statuses.contains(name))
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
