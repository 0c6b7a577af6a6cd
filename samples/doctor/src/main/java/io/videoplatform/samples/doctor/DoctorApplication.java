package io.videoplatform.samples.doctor;

import java.io.PrintStream;

import io.videoplatform.client.PlatformClients;
import io.videoplatform.doctor.CheckReport;
import io.videoplatform.doctor.PlatformDoctor;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Checks a client of the platform and prints what it has found. The properties are those
 * of the starter; the exit code tells scripts the result.
 */
@SpringBootApplication
public class DoctorApplication {

	/**
	 * Check the platform that the arguments describe.
	 * @param args properties of the starter, each as {@code --name=value}, and the
	 * options
	 */
	public static void main(String[] args) {
		System.exit(run(args).code());
	}

	static ExitCode run(String... args) {
		PrintStream out = System.out;
		// Only the report: what properties may switch on, such as logs and banners, is
		// printed elsewhere
		System.setOut(System.err);
		try {
			return run(args, out);
		}
		catch (Throwable ex) {
			// The message may hold anything
			System.err.println("The check ended with an unexpected " + ex.getClass().getSimpleName());
			return ExitCode.CRASHED;
		}
		finally {
			System.setOut(out);
		}
	}

	private static ExitCode run(String[] args, PrintStream out) {
		Options options;
		try {
			options = Options.parse(args);
		}
		catch (IllegalArgumentException ex) {
			System.err.println(ex.getMessage());
			System.err.println();
			System.err.println(Options.USAGE);
			return ExitCode.WRONG_ARGUMENTS;
		}
		if (options.help()) {
			out.println(Options.USAGE);
			return ExitCode.PASSED;
		}
		return run(options, args, out);
	}

	private static ExitCode run(Options options, String[] args, PrintStream out) {
		try (ConfigurableApplicationContext context = start(args)) {
			PlatformDoctor doctor = context.getBeanProvider(PlatformDoctor.class).getIfAvailable();
			if (doctor == null) {
				System.err.println("The property 'platform.enabled' is 'false': there is nothing to check.");
				return ExitCode.WRONG_ARGUMENTS;
			}
			return check(options, doctor, context.getBean(JsonMapper.class), out);
		}
		catch (StartFailedException ex) {
			System.err.println(Options.HINT);
			return ExitCode.WRONG_ARGUMENTS;
		}
	}

	/**
	 * Start without a web server. What is wrong with the properties is printed by
	 * {@link StartFailureReporter}.
	 */
	private static ConfigurableApplicationContext start(String[] args) {
		try {
			return new SpringApplication(DoctorApplication.class).run(args);
		}
		catch (RuntimeException ex) {
			throw new StartFailedException(ex);
		}
	}

	private static ExitCode check(Options options, PlatformDoctor doctor, JsonMapper json, PrintStream out) {
		Terminal terminal = Terminal.detect();
		Progress progress = new Progress(System.err, terminal.isInteractive());
		CheckReport report;
		try {
			report = doctor.check((options.client() != null) ? options.client() : PlatformClients.DEFAULT, progress);
		}
		catch (IllegalArgumentException ex) {
			System.err.println(ex.getMessage());
			return ExitCode.WRONG_ARGUMENTS;
		}
		progress.clear();
		out.println(options.json() ? json.writerWithDefaultPrettyPrinter().writeValueAsString(report)
				: new TextReport(terminal.hasColour()).of(report));
		return ExitCode.of(report.verdict());
	}

	/**
	 * The application could not be started with the properties that were given.
	 */
	private static final class StartFailedException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		StartFailedException(RuntimeException cause) {
			super(cause);
		}

	}

}
