package io.videoplatform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Follows the links of all pages of the repository.
 */
class LinkTests {

	private static final String INDEX = "README.md";

	@Test
	void pagesWhenTheyLinkToAFileThenItExists() throws IOException {
		for (MarkdownPage page : MarkdownPage.all()) {
			assertThat(page.links()).as("links of %s", page).allMatch((link) -> Files.exists(target(page, link)));
		}
	}

	@Test
	void pagesWhenTheyLinkToAPlaceInAPageThenItHasThatHeading() throws IOException {
		Map<Path, MarkdownPage> pages = MarkdownPage.all()
			.stream()
			.collect(Collectors.toMap(MarkdownPage::file, Function.identity()));
		for (MarkdownPage page : pages.values()) {
			assertThat(page.links()).as("links of %s", page)
				.filteredOn((link) -> link.contains("#"))
				.allMatch((link) -> pages.containsKey(target(page, link)))
				.allSatisfy((link) -> assertThat(pages.get(target(page, link)).anchors())
					.contains(link.substring(link.indexOf('#') + 1)));
		}
	}

	/**
	 * The first page of a folder links to all others, and that of a folder above it to
	 * the first one.
	 */
	@Test
	void referenceWhenReadFromItsFirstPageThenEveryPageIsReached() throws IOException {
		List<MarkdownPage> pages = MarkdownPage.docs();
		assertThat(pages).extracting((page) -> page.file().getFileName().toString()).contains(INDEX);
		for (MarkdownPage page : pages) {
			MarkdownPage index = MarkdownPage.of(RepositoryFiles.ROOT.relativize(index(page.file())).toString());
			assertThat(targets(index)).as("targets of the links of %s", index).contains(page.file());
		}
	}

	private static Path index(Path file) {
		Path folder = file.getParent();
		return (file.endsWith(INDEX) ? folder.getParent() : folder).resolve(INDEX);
	}

	private static Stream<Path> targets(MarkdownPage page) {
		return page.links().stream().map((link) -> target(page, link));
	}

	private static Path target(MarkdownPage page, String link) {
		String path = link.replaceFirst("#.*", "");
		return path.isEmpty() ? page.file() : page.file().resolveSibling(path).normalize();
	}

}
