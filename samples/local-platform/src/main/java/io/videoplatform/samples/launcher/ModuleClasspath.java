package io.videoplatform.samples.launcher;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.springframework.boot.system.ApplicationHome;

/**
 * Class path of a sample that is started as a process of its own. Its module lists its
 * dependencies in a file when it is built.
 *
 * @since 0.1.0
 */
public final class ModuleClasspath {

	private static final String FILE = "runtime-classpath.txt";

	private ModuleClasspath() {
	}

	/**
	 * Return the class path of a sample.
	 * @param module the name of its folder
	 * @return the class path
	 * @throws IllegalStateException if the sample is not built
	 */
	public static String of(String module) throws IOException {
		Path target = findTarget(module);
		return target.resolve("classes") + File.pathSeparator + Files.readString(target.resolve(FILE)).strip();
	}

	private static Path findTarget(String module) {
		for (File folder = new ApplicationHome(ModuleClasspath.class).getDir(); folder != null; folder = folder
			.getParentFile()) {
			Path target = folder.toPath().resolve(module).resolve("target");
			if (Files.exists(target.resolve(FILE))) {
				return target;
			}
		}
		throw new IllegalStateException(
				"The sample %s is not built. Run 'mvn -q -pl samples/%1$s -am process-classes' in the project's root folder"
					.formatted(module));
	}

}
