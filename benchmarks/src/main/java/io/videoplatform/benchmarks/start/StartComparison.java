package io.videoplatform.benchmarks.start;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

import io.videoplatform.benchmarks.Arguments;
import io.videoplatform.benchmarks.Ratio;

/**
 * Starts an application with the starter and the same with a fixed header in turn, and
 * compares the two within the rounds.
 */
public final class StartComparison {

	private static final List<String> OPTIONS = List.of("-Xmx256m", "-XX:+UseSerialGC");

	private static final List<String> PROPERTIES = List.of("--spring.main.banner-mode=off", "--logging.level.root=warn",
			"--server.port=0", "--server.address=127.0.0.1");

	/**
	 * Discovery would begin at a random moment of the second after the start.
	 */
	private static final List<String> PLATFORM = List.of("--platform.root-url=http://127.0.0.1:1",
			"--platform.client-id=benchmark", "--platform.client-secret=secret",
			"--platform.grant-type=client_credentials", "--platform.discovery.warm-up=false");

	private final Stack stack;

	private final List<List<Long>> floors = new ArrayList<>();

	private final List<List<Long>> platforms = new ArrayList<>();

	StartComparison(Stack stack) {
		this.stack = stack;
	}

	/**
	 * Compare.
	 * @param args {@code --rounds=10 --stacks=NO_WEB,WEBMVC,SECURITY}
	 */
	public static void main(String[] args) {
		Arguments arguments = new Arguments(args, List.of("rounds", "stacks"));
		int rounds = arguments.number("rounds", 10);
		for (Stack stack : arguments.constants("stacks", Stack.class)) {
			StartComparison comparison = new StartComparison(stack);
			for (int round = 1; round <= rounds; round++) {
				comparison.round(round % 2 == 0);
			}
			System.out.print(comparison);
		}
	}

	void round(boolean backwards) {
		if (backwards) {
			this.platforms.add(start(false));
			this.floors.add(start(true));
		}
		else {
			this.floors.add(start(true));
			this.platforms.add(start(false));
		}
	}

	private List<Long> start(boolean floor) {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(OPTIONS);
		command.addAll(List.of("-cp", this.stack.classPath(floor), StartedApplication.class.getName()));
		command.add(Boolean.toString(floor));
		command.addAll(PROPERTIES);
		command.addAll(floor ? List.of() : PLATFORM);
		try {
			return figures(new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static List<Long> figures(Process process) throws IOException {
		try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
			List<String> output = lines.lines().toList();
			process.onExit().join();
			String figures = output.stream()
				.filter((line) -> line.startsWith(StartedApplication.READY))
				.findFirst()
				.orElseThrow(() -> new IllegalStateException("The application did not start: " + output));
			return Arrays.stream(figures.substring(StartedApplication.READY.length()).split(" "))
				.map(Long::valueOf)
				.toList();
		}
	}

	/**
	 * Return the ratio of a figure to the floor's.
	 */
	Ratio ratio(Figure figure) {
		return Ratio.of(doubles(this.platforms, figure), doubles(this.floors, figure));
	}

	/**
	 * Return the fewest of a figure.
	 */
	long fewest(Figure figure, boolean floor) {
		return Collections.min(values(floor ? this.floors : this.platforms, figure));
	}

	private static List<Long> values(List<List<Long>> rounds, Figure figure) {
		return rounds.stream().map((figures) -> figures.get(figure.ordinal())).toList();
	}

	private static List<Double> doubles(List<List<Long>> rounds, Figure figure) {
		return values(rounds, figure).stream().map(Long::doubleValue).toList();
	}

	@Override
	public String toString() {
		StringBuilder text = new StringBuilder("%n%s, %d rounds%n%-14s %12s %12s %8s %s%n".formatted(this.stack,
				this.floors.size(), "figure", "floor", "starter", "ratio", "  ratio of the rounds, 99 %"));
		for (Figure figure : Figure.values()) {
			long floor = fewest(figure, true);
			long platform = fewest(figure, false);
			text.append("%-14s %12d %12d %8.3f   %s%n".formatted(figure, floor, platform, (double) platform / floor,
					ratio(figure)));
		}
		return text.toString();
	}

}
