package io.videoplatform.it.boot;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.videoplatform.client.PlatformClients;
import io.videoplatform.test.MockPlatform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.SpringBootVersion;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The class path of these tests: Spring Boot in the older version, and the starter as it
 * was compiled against the newer one.
 */
class ClassPathTests {

	private static final String EXPECTED = System.getProperty("expected.spring-boot.version");

	/**
	 * What is used only where there is Spring Boot 4.1.
	 */
	private static final Pattern ONLY_NEWER = Pattern
		.compile("io/videoplatform/(internal/transport/RestrictedSettings\\$(Complete|FilteredAddresses) .*"
				+ "|internal/store/redis/StoreConnectionFactory\\$MaintenanceNotifications .*"
				+ "|internal/transport/JdkClientAdapter refers to \\S+JdkClientHttp(Connector|RequestFactory)Builder.withProxySelector\\S+)");

	@Test
	void springBootWhenLoadedThenOlderVersionOnly() {
		assertThat(SpringBootVersion.getVersion()).isEqualTo(EXPECTED);
		assertThat(Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
			.map((entry) -> Path.of(entry).getFileName().toString())
			.filter((name) -> name.matches("spring-boot-\\D.*jar"))).isNotEmpty()
			.allMatch((name) -> name.endsWith("-" + EXPECTED + ".jar"));
	}

	/**
	 * What no test runs would otherwise be missing for a user first.
	 */
	@ParameterizedTest
	@ValueSource(classes = { PlatformClients.class, MockPlatform.class })
	void classesWhenTheyReferToOthersThenAllIsThere(Class<?> inLibrary) throws Exception {
		ReferenceCheck check = new ReferenceCheck(inLibrary.getClassLoader());
		Set<String> missing = new TreeSet<>();
		int count = 0;
		for (Path file : classes(inLibrary)) {
			missing.addAll(check.missing(Files.readAllBytes(file)));
			count++;
		}
		assertThat(count).isGreaterThan(10);
		assertThat(missing).allMatch(ONLY_NEWER.asMatchPredicate());
	}

	private static List<Path> classes(Class<?> inLibrary) throws Exception {
		Path library = Path.of(inLibrary.getProtectionDomain().getCodeSource().getLocation().toURI());
		return Files.isDirectory(library) ? classes(library) : classesOfJar(library.toUri());
	}

	private static List<Path> classesOfJar(URI jar) throws IOException {
		FileSystem files = FileSystems.newFileSystem(URI.create("jar:" + jar), Map.of());
		return classes(files.getPath("/"));
	}

	private static List<Path> classes(Path root) throws IOException {
		try (Stream<Path> files = Files.walk(root)) {
			return files.filter((file) -> file.toString().endsWith(".class"))
				.filter((file) -> !file.toString().contains("META-INF"))
				.toList();
		}
	}

}
