package io.videoplatform.benchmarks.start;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What an application has on its class path, of which the parts of the benchmarks' own
 * are taken away.
 */
enum Stack {

	/**
	 * No web server and no Spring Security.
	 */
	NO_WEB(Jars.WEB.or(Jars.SECURITY), Jars.STARTER.or(Jars.OAUTH2)),

	/**
	 * WebMVC on Tomcat, without Spring Security.
	 */
	WEBMVC(Jars.SECURITY, Jars.STARTER.or(Jars.OAUTH2)),

	/**
	 * WebMVC on Tomcat with Spring Security's OAuth2 client: the floor has its jars, too.
	 */
	SECURITY((jar) -> false, Jars.STARTER);

	private final Predicate<String> absent;

	private final Predicate<String> absentInFloor;

	Stack(Predicate<String> absent, Predicate<String> absentInFloor) {
		this.absent = Jars.BENCHMARKS.or(absent);
		this.absentInFloor = this.absent.or(absentInFloor);
	}

	/**
	 * Return the class path of an application.
	 * @param floor whether it is the one with a fixed header, which has nothing that only
	 * the starter brings
	 */
	String classPath(boolean floor) {
		Predicate<String> left = floor ? this.absentInFloor : this.absent;
		return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
			.filter((entry) -> !left.test(name(Path.of(entry))))
			.collect(Collectors.joining(File.pathSeparator));
	}

	/**
	 * Return the name of a jar or, if it is not packaged yet, of its module.
	 */
	private static String name(Path entry) {
		int names = entry.getNameCount();
		// …/module/target/classes
		boolean packaged = entry.toString().endsWith(".jar") || names < 3;
		return entry.getName(packaged ? names - 1 : names - 3).toString();
	}

	/**
	 * Jars by what they are for.
	 */
	private static final class Jars {

		static final Predicate<String> BENCHMARKS = matching("HdrHistogram|HikariCP|apiguardian|assertj|awaitility"
				+ "|byte-buddy|commons-(codec|compress|io|lang3|math3)|embedded-|hamcrest|integration-tests|engines"
				+ "|jakarta\\.(activation|xml)|jmh|jopt|json-path|jsonassert|junit|lettuce|micrometer-core|mockito"
				+ "|objenesis|opentest4j|platform-spring-boot-(starter-)?test|postgresql|redis"
				+ "|spring-boot-(starter-)?(data|jdbc|netty|persistence|reactor-netty|sql|test|transaction|webflux)"
				+ "|spring-(context-support|data|jdbc|messaging|oxm|test|tx)|xmlunit|xz");

		static final Predicate<String> WEB = matching(
				"spring-boot-(starter-)?(servlet|tomcat|web-server|webmvc)|spring-webmvc|tomcat-embed");

		static final Predicate<String> SECURITY = matching("spring-boot-(starter-)?security|spring-security-config");

		static final Predicate<String> STARTER = matching(
				"platform-(spring-boot|client)|caffeine|error_prone|spring-boot-restclient");

		static final Predicate<String> OAUTH2 = matching(
				"spring-security|nimbus|oauth2|jcip|content-type|json-smart|accessors-smart|asm|lang-tag");

		private static Predicate<String> matching(String names) {
			return Pattern.compile("(?:" + names + ").*").asMatchPredicate();
		}

	}

}
