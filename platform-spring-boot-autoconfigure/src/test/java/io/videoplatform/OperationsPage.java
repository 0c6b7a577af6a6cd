package io.videoplatform;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.videoplatform.observation.PlatformMeterDocumentation;
import io.videoplatform.observation.PlatformObservationDocumentation;

/**
 * The tables of the page on operations, made from the enums of observations and meters
 * and from their Javadoc.
 */
final class OperationsPage {

	private static final String BEGIN = "<!-- generated: begin -->\n";

	private static final String END = "<!-- generated: end -->\n";

	private static final Set<String> CACHES = Set.of("platform.logins", "platform.roots", "platform.jwk-sets");

	private static final Path SOURCES = RepositoryFiles.ROOT
		.resolve("platform-client/client/src/main/java/io/videoplatform/observation");

	private final Map<String, String> comments = new HashMap<>();

	private OperationsPage() {
		readComments(PlatformObservationDocumentation.class);
		readComments(PlatformMeterDocumentation.class);
	}

	/**
	 * Return a page with tables as they are now.
	 */
	static String of(Path page) throws IOException {
		String text = Files.readString(page);
		return text.substring(0, text.indexOf(BEGIN)) + BEGIN + new OperationsPage().tables()
				+ text.substring(text.indexOf(END));
	}

	/**
	 * Return the names of observations, meters, their key values and events, which look
	 * like properties.
	 */
	static Set<String> names() {
		Set<String> names = new HashSet<>(CACHES);
		for (PlatformObservationDocumentation value : PlatformObservationDocumentation.values()) {
			names.add(name(value));
			Arrays.stream(value.getLowCardinalityKeyNames()).map(KeyName::asString).forEach(names::add);
			Arrays.stream(value.getEvents()).map(Observation.Event::getName).forEach(names::add);
		}
		for (PlatformMeterDocumentation value : PlatformMeterDocumentation.values()) {
			names.add(value.getName());
			Arrays.stream(value.getKeyNames()).map(KeyName::asString).forEach(names::add);
		}
		return names;
	}

	private String tables() {
		Set<KeyName> keys = new LinkedHashSet<>();
		List<String> lines = new ArrayList<>();
		lines.addAll(List.of("", "| observation | what it observes | key values |", "|---|---|---|"));
		for (PlatformObservationDocumentation value : PlatformObservationDocumentation.values()) {
			lines.add(row(value, keys));
		}
		lines.addAll(List.of("", "| meter | type | description | key values |", "|---|---|---|---|"));
		for (PlatformMeterDocumentation value : PlatformMeterDocumentation.values()) {
			lines.add(row(value, keys));
		}
		lines.addAll(List.of("", "| key value | meaning |", "|---|---|"));
		lines.addAll(rows(keys));
		lines.addAll(List.of("", "| event of a call | counter | meaning |", "|---|---|---|"));
		for (PlatformObservationDocumentation.AuthorizedCallEvents event : PlatformObservationDocumentation.AuthorizedCallEvents
			.values()) {
			lines.add(row(event));
		}
		return String.join("\n", lines) + "\n\n";
	}

	private String row(PlatformObservationDocumentation value, Set<KeyName> keys) {
		keys.addAll(List.of(value.getLowCardinalityKeyNames()));
		keys.addAll(List.of(value.getHighCardinalityKeyNames()));
		Stream<String> low = Arrays.stream(value.getLowCardinalityKeyNames()).map(OperationsPage::code);
		Stream<String> high = Arrays.stream(value.getHighCardinalityKeyNames())
			.map((key) -> code(key) + " (spans only)");
		return "| `%s` | %s | %s |".formatted(name(value), comment(value),
				Stream.concat(low, high).collect(Collectors.joining(", ")));
	}

	private static String name(PlatformObservationDocumentation value) {
		return value.getName();
	}

	private String row(PlatformMeterDocumentation value, Set<KeyName> keys) {
		keys.addAll(List.of(value.getKeyNames()));
		return "| `%s` | %s | %s | %s |".formatted(value.getName(), value.getType().name().toLowerCase(Locale.ROOT),
				comment(value),
				Arrays.stream(value.getKeyNames()).map(OperationsPage::code).collect(Collectors.joining(", ")));
	}

	/**
	 * Keys of the same name have the same meaning.
	 */
	private List<String> rows(Set<KeyName> keys) {
		return keys.stream()
			.map((key) -> "| %s | %s |".formatted(code(key), comment((Enum<?>) key)))
			.distinct()
			.sorted()
			.toList();
	}

	private String row(PlatformObservationDocumentation.AuthorizedCallEvents event) {
		return "| `%s` | `%s.%s` | %s |".formatted(event.getName(),
				PlatformObservationDocumentation.AUTHORIZED_CALL.getName(), event.getName(), comment(event));
	}

	private String comment(Enum<?> constant) {
		String name = constant.getDeclaringClass().getSimpleName() + "." + constant.name();
		return Objects.requireNonNull(this.comments.get(name), name);
	}

	private static String code(KeyName key) {
		return "`" + key.asString() + "`";
	}

	private void readComments(Class<?> type) {
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
			JavacTask task = (JavacTask) compiler.getTask(null, files, null, List.of("-proc:none"), null,
					files.getJavaFileObjects(SOURCES.resolve(type.getSimpleName() + ".java")));
			new Constants(DocTrees.instance(task)).scan(task.parse(), null);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Collects the Javadoc of constants.
	 */
	private final class Constants extends TreePathScanner<Void, Void> {

		private final DocTrees trees;

		Constants(DocTrees trees) {
			this.trees = trees;
		}

		@Override
		public Void visitVariable(VariableTree constant, Void none) {
			String comment = this.trees.getDocComment(getCurrentPath());
			if (comment != null && getCurrentPath().getParentPath().getLeaf() instanceof ClassTree type) {
				OperationsPage.this.comments.put(type.getSimpleName() + "." + constant.getName(),
						comment.strip().replaceAll("\\s+", " "));
			}
			return super.visitVariable(constant, none);
		}

	}

}
