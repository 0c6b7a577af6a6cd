package io.videoplatform;

import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.domain.properties.HasOwner;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import org.jspecify.annotations.NullMarked;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfiguration;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_FIELD_INJECTION;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * The structure of the module: its layers and what no code in it may do.
 */
@AnalyzeClasses(packages = "io.videoplatform", importOptions = StarterClasses.class)
class ArchitectureTests {

	/**
	 * Each layer below {@code internal}, and the layers that may use it.
	 */
	private static final String LAYERS = """
			engine       | transport, autoconfigure
			transport    | autoconfigure
			doctor       | transport, engine, autoconfigure
			login        | engine, autoconfigure
			browser      | autoconfigure
			client       | transport, engine, autoconfigure
			store        | engine, autoconfigure
			token        | doctor, client, login, store, engine, autoconfigure
			registration | doctor, token, login, engine, autoconfigure
			discovery    | doctor, registration, client, login, browser, engine, autoconfigure
			document     | doctor, discovery, login, browser, engine, autoconfigure
			http         | doctor, document, discovery, registration, token, client, login, browser, store, transport, engine, autoconfigure, event, observation, api
			event        | doctor, document, discovery, token, client, login, browser, store, transport, observation, engine, autoconfigure
			observation  | document, discovery, token, client, login, transport, engine, autoconfigure
			""";

	@ArchTest
	final ArchRule layersPointDownwards = layers().whereLayer("autoconfigure")
		.mayNotBeAccessedByAnyLayer()
		.whereLayer("api")
		.mayOnlyAccessLayers("http")
		.ensureAllClassesAreContainedInArchitecture()
		.because("calls go down, answers come up and nothing calls back: each layer is understood without those above");

	private static LayeredArchitecture layers() {
		LayeredArchitecture layers = layeredArchitecture().consideringOnlyDependenciesInAnyPackage("io.videoplatform..")
			.withOptionalLayers(true)
			.layer("autoconfigure")
			.definedBy("io.videoplatform.autoconfigure..")
			.layer("api")
			.definedBy("io.videoplatform", "io.videoplatform.client", "io.videoplatform.login",
					"io.videoplatform.browser", "io.videoplatform.doctor", "io.videoplatform.observation");
		List<String[]> rows = LAYERS.lines().map((row) -> row.split("[ |,]+")).toList();
		for (String[] row : rows) {
			layers = layers.layer(row[0]).definedBy("io.videoplatform.internal." + row[0] + "..");
		}
		for (String[] row : rows) {
			layers = layers.whereLayer(row[0]).mayOnlyBeAccessedByLayers(Arrays.copyOfRange(row, 1, row.length));
		}
		return layers;
	}

	@ArchTest
	final ArchRule whatNodesShareIsNeutral = noClasses().that()
		.resideInAPackage("io.videoplatform.internal.token.shared..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.videoplatform.internal.token", "io.videoplatform.internal.token.endpoint..",
				"io.videoplatform.internal.token.login..")
		.because("the engine says what it needs of a store, and the store implements it without the engine");

	@ArchTest
	final ArchRule packagesHaveNoCycles = slices().matching("io.videoplatform.(**)")
		.should()
		.beFreeOfCycles()
		.because("packages that need each other are one package in disguise");

	@ArchTest
	final ArchRule discoveryAndBelowKnowNoFramework = noClasses().that()
		.resideInAnyPackage("io.videoplatform.internal.discovery..", "io.videoplatform.internal.document..",
				"io.videoplatform.internal.event..", "io.videoplatform.internal.http..",
				"io.videoplatform.internal.observation..", "io.videoplatform.observation..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("org.springframework.boot..", "org.springframework.security..")
		.because(
				"discovery is plain HTTP and JSON, and is to stay testable and usable without Boot and Spring Security");

	@ArchTest
	final ArchRule onlyWiringAndTransportKnowBoot = noClasses().that()
		.resideOutsideOfPackages("io.videoplatform.autoconfigure..", "io.videoplatform.internal.transport..")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("org.springframework.boot..")
		.because("how things are wired and configured is decided in one place, "
				+ "and how HTTP clients are built from Boot's settings in another");

	@ArchTest
	final ArchRule onlyTheTablesOfMetersNeedMicrometersCore = noClasses().that()
		.resideOutsideOfPackage("io.videoplatform.autoconfigure..")
		.and()
		.haveNameNotMatching(".*\\.PlatformMeterDocumentation(\\$.*)?")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("io.micrometer.core..")
		.because("an application without meters has nothing of them; observations are part of Spring itself");

	@ArchTest
	final ArchRule securityConfigurationStaysTheUsers = noClasses().that()
		.resideOutsideOfPackage("io.videoplatform.autoconfigure..")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("org.springframework.security.config..")
		.because("the starter leaves the application's own security as it was; "
				+ "only the auto-configuration of logins adds to it, and only what a property asks for");

	@ArchTest
	final ArchRule autoConfigurationsArePublicAndFinal = classes().that()
		.areAnnotatedWith(AutoConfiguration.class)
		.should()
		.bePublic()
		.andShould()
		.haveModifier(JavaModifier.FINAL)
		.because("users name them in exclude attributes and do not extend them");

	@ArchTest
	final ArchRule exceptionsShareOneRoot = classes().that()
		.areAssignableTo(Throwable.class)
		.and()
		.arePublic()
		.and()
		.resideOutsideOfPackages("io.videoplatform.internal.document..", "io.videoplatform.internal.engine..",
				"io.videoplatform.internal.http..", "io.videoplatform.internal.store..",
				"io.videoplatform.internal.token..")
		.and()
		.areNotAssignableTo(PlatformConfigurationException.class)
		.should()
		.beAssignableTo(PlatformException.class)
		.because("a caller catches one type for whatever keeps a call from carrying a token; "
				+ "a mistake in the configuration stops the start instead, "
				+ "and failures of documents, exchanges and token requests are translated "
				+ "by the layer that knows the step");

	@ArchTest
	final ArchRule packagesAreNullMarked = classes().that()
		.doNotHaveSimpleName("package-info")
		.should(ArchCondition.from(describe("reside in a @NullMarked package", ArchitectureTests::isNullMarked)))
		.because("null-safety is checked in marked packages only");

	@ArchTest
	final ArchRule fieldsAreNotInjected = NO_CLASSES_SHOULD_USE_FIELD_INJECTION
		.because("a constructor shows what a class needs and tests can call it");

	@ArchTest
	final ArchRule outputGoesThroughTheLog = NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS
		.because("a library does not write to the console of an application");

	@ArchTest
	final ArchRule javaUtilLoggingIsNotUsed = NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING
		.because("applications configure the log through Boot");

	@ArchTest
	final ArchRule timeComesFromTheClock = noClasses().that()
		.areNotAssignableTo(Clock.class)
		.and()
		.haveNameNotMatching(".*\\.(PeerCertificate|AssertionFile|PlatformAuthorizationException)")
		.should()
		.callMethod(System.class, "currentTimeMillis")
		.orShould()
		.callMethod(Instant.class, "now")
		.orShould()
		.dependOnClassesThat()
		.areAssignableTo(Date.class)
		.because("one clock rules discovery, tokens and back-off, and tests move it; nanoTime may time what is I/O; "
				+ "a certificate and a JWT state their times as dates; an exception that says Retry-After has no clock");

	@ArchTest
	final ArchRule randomnessIsAParameter = noClasses().that()
		.resideOutsideOfPackage("io.videoplatform.autoconfigure..")
		.should()
		.callMethod(ThreadLocalRandom.class, "current")
		.orShould()
		.callMethod(Math.class, "random")
		.orShould()
		.callMethod(RandomGenerator.class, "getDefault")
		.orShould()
		.callConstructor(Random.class)
		.because("tests of jitter choose the numbers");

	@ArchTest
	final ArchRule threadsDoNotSleep = noClasses().should()
		.callMethodWhere(JavaCall.Predicates.target(HasName.Predicates.name("sleep"))
			.and(JavaCall.Predicates
				.target(HasOwner.Predicates.With.owner(assignableTo(Thread.class).or(assignableTo(TimeUnit.class))))))
		.because("whoever waits would hold a thread that may be an event loop; a delay is scheduled");

	@ArchTest
	final ArchRule publishersAreNotBlocked = noClasses().should()
		.callMethodWhere(
				JavaCall.Predicates.target(HasName.Predicates.nameMatching("block|blockOptional|blockFirst|blockLast"))
					.and(JavaCall.Predicates
						.target(HasOwner.Predicates.With.owner(assignableTo(Mono.class).or(assignableTo(Flux.class))))))
		.because("the caller may be an event loop or one of few elastic threads");

	@ArchTest
	final ArchRule namesAreTermsOfTheField = noClasses().should()
		.haveNameMatching(".*(Util|Utils|Helper|Impl)")
		.because("such a name says nothing of what the type is");

	private static boolean isNullMarked(JavaClass type) {
		return type.getPackage().isAnnotatedWith(NullMarked.class);
	}

}
