package io.videoplatform;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A Markdown file of the repository: its text, its code, its links and the anchors that
 * links may name.
 */
public record MarkdownPage(Path file, String text) {

	private static final Pattern FENCE = Pattern.compile("^```(\\w*)\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

	private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

	private static final Pattern HEADING = Pattern.compile("^#{1,6} (.+)$", Pattern.MULTILINE);

	/**
	 * Read a page.
	 */
	public static MarkdownPage of(String path) {
		return read(RepositoryFiles.ROOT.resolve(path));
	}

	/**
	 * Read all pages of the repository.
	 */
	static List<MarkdownPage> all() throws IOException {
		return below(RepositoryFiles.ROOT);
	}

	/**
	 * Read the pages for users: the first one, the reference and those of the samples.
	 */
	static List<MarkdownPage> forUsers() throws IOException {
		Path root = RepositoryFiles.ROOT;
		return all().stream()
			.filter((page) -> page.file().equals(root.resolve("README.md"))
					|| page.file().startsWith(root.resolve("docs")) || page.file().startsWith(root.resolve("samples")))
			.toList();
	}

	/**
	 * Read the pages of the reference, which are in one folder.
	 */
	static List<MarkdownPage> docs() throws IOException {
		return below(RepositoryFiles.ROOT.resolve("docs"));
	}

	private static List<MarkdownPage> below(Path folder) throws IOException {
		return RepositoryFiles.below(folder, ".md").stream().map(MarkdownPage::read).toList();
	}

	private static MarkdownPage read(Path file) {
		try {
			return new MarkdownPage(file.normalize(), Files.readString(file));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Return the code in a language, one text for each piece.
	 */
	public List<String> code(String language) {
		return FENCE.matcher(this.text)
			.results()
			.filter((fence) -> fence.group(1).equals(language))
			.map((fence) -> fence.group(2))
			.toList();
	}

	/**
	 * Return the first piece of Java in which a text stands.
	 */
	public String java(String text) {
		return code("java").stream().filter((code) -> code.contains(text)).findFirst().orElseThrow();
	}

	/**
	 * Return the links to other files of the repository and to places of this page, as
	 * they are written.
	 */
	List<String> links() {
		return LINK.matcher(prose())
			.results()
			.map((link) -> link.group(1))
			.filter(Predicate.not((link) -> link.matches("\\w+:.*")))
			.toList();
	}

	/**
	 * Return what a link may have behind its {@code #}: GitHub makes it of the heading's
	 * letters, digits, dashes and underscores, with dashes for spaces, and numbers those
	 * that are equal.
	 */
	Set<String> anchors() {
		Map<String, Integer> seen = new HashMap<>();
		return HEADING.matcher(prose()).results().map(MarkdownPage::slug).map((slug) -> {
			int before = seen.merge(slug, 1, Integer::sum) - 1;
			return (before == 0) ? slug : slug + "-" + before;
		}).collect(Collectors.toSet());
	}

	private static String slug(MatchResult heading) {
		return heading.group(1)
			.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
			.strip()
			.toLowerCase(Locale.ROOT)
			.replaceAll("[^\\p{L}\\p{N}_ -]", "")
			.replace(' ', '-');
	}

	private String prose() {
		return FENCE.matcher(this.text).replaceAll("");
	}

	@Override
	public String toString() {
		return this.file.toString();
	}

}
