package io.videoplatform;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the dependencies of the pages are well-formed and that the build has them,
 * with the versions that are written.
 */
class XmlSnippetTests {

	private static final String GROUP = "io.videoplatform";

	private static final Element BUILD = pom("pom.xml");

	@TestFactory
	Stream<DynamicTest> dependencyWhenOnAPageThenOfTheBuild() throws IOException {
		List<Element> poms = RepositoryFiles.below(RepositoryFiles.ROOT, "pom.xml")
			.stream()
			.map(XmlSnippetTests::parse)
			.toList();
		List<DynamicTest> tests = new ArrayList<>();
		for (MarkdownPage page : MarkdownPage.forUsers()) {
			page.code("xml")
				.stream()
				.flatMap((snippet) -> dependencies(parse("<snippet>%s</snippet>".formatted(snippet))))
				.forEach((dependency) -> tests.add(DynamicTest.dynamicTest(page + ": " + text(dependency, "artifactId"),
						() -> assertIsOfTheBuild(dependency, poms))));
		}
		assertThat(tests).isNotEmpty();
		return tests.stream();
	}

	private static void assertIsOfTheBuild(Element dependency, List<Element> poms) {
		String group = text(dependency, "groupId");
		String artifact = text(dependency, "artifactId");
		List<String> version = texts(dependency, "version").toList();
		if (group.equals(GROUP)) {
			assertThat(text(pom(artifact + "/pom.xml"), "artifactId")).isEqualTo(artifact);
			assertThat(version).containsExactly(text(BUILD, "version"));
		}
		else {
			assertThat(poms.stream().flatMap(XmlSnippetTests::dependencies))
				.anySatisfy((built) -> assertThat(List.of(text(built, "groupId"), text(built, "artifactId")))
					.containsExactly(group, artifact));
			assertThat(texts((Element) BUILD.getElementsByTagName("properties").item(0), "*")).containsAll(version);
		}
	}

	private static Element pom(String path) {
		return parse(RepositoryFiles.ROOT.resolve(path));
	}

	private static Element parse(Path pom) {
		try {
			return parse(Files.readString(pom));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Element parse(String xml) {
		try {
			Document document = DocumentBuilderFactory.newDefaultInstance()
				.newDocumentBuilder()
				.parse(new InputSource(new StringReader(xml)));
			return document.getDocumentElement();
		}
		catch (Exception ex) {
			throw new IllegalArgumentException(xml, ex);
		}
	}

	private static Stream<Element> dependencies(Element xml) {
		return elements(xml, "dependency");
	}

	/**
	 * Return the text of a child. That of a parent POM has the same name and is no child.
	 */
	private static String text(Element parent, String name) {
		return texts(parent, name).findFirst().orElseThrow();
	}

	private static Stream<String> texts(Element parent, String name) {
		return elements(parent, name).filter((element) -> element.getParentNode() == parent)
			.map(Element::getTextContent);
	}

	private static Stream<Element> elements(Element parent, String name) {
		NodeList found = parent.getElementsByTagName(name);
		return IntStream.range(0, found.getLength()).mapToObj((index) -> (Element) found.item(index));
	}

}
