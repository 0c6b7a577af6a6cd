package io.videoplatform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import com.tngtech.archunit.base.HasDescription;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Keeps the lists of public types, so that none becomes public by accident or vanishes
 * unseen: what applications may name, which follows semantic versioning, and what is
 * public only because the layers lie in packages of their own.
 */
class PublicApiTests {

	private static final Path APPLICATIONS = Path.of("src/test/resources/public-api.txt");

	private static final Path LAYERS = Path.of("src/test/resources/internal-api.txt");

	private final List<JavaClass> publicTypes = publicTypes();

	@Test
	void publicTypesWhenComparedThenExactlyThoseOfTheLists() throws IOException {
		List<String> listed = Stream.concat(lines(APPLICATIONS).stream(), lines(LAYERS).stream()).sorted().toList();
		assertThat(this.publicTypes.stream().map(JavaClass::getName))
			.as("""
					The public types of this module differ from the lists.
					A type that only its own package needs is to be package-private.
					A type that an application names gets its line in %s, and @since in its Javadoc.
					A type that only another layer needs gets its line in %s.
					A line goes from the first list only together with a line in CHANGELOG.md that says what to use instead.""",
					APPLICATIONS, LAYERS)
			.containsExactlyElementsOf(listed);
	}

	@Test
	void listsWhenReadThenSorted() throws IOException {
		assertThat(lines(APPLICATIONS)).as("%s is sorted", APPLICATIONS).isSorted();
		assertThat(lines(LAYERS)).as("%s is sorted", LAYERS).isSorted();
	}

	@Test
	void signaturesWhenOfTypesForApplicationsThenNameNoTypeOfALayer() throws IOException {
		Set<String> applications = Set.copyOf(lines(APPLICATIONS));
		Set<String> layers = Set.copyOf(lines(LAYERS));
		assertThat(this.publicTypes.stream()
			.filter((type) -> applications.contains(type.getName()))
			.flatMap((type) -> type.getCodeUnits().stream())
			.filter(PublicApiTests::isOffered)
			.filter((unit) -> namesAny(unit, layers))
			.map(HasDescription::getDescription)).as("""
					A type for applications shows a type of %s in a signature.
					Keep the member package-private, or put the type on the list for applications.""", LAYERS)
			.isEmpty();
	}

	private static List<String> lines(Path list) throws IOException {
		return Files.readAllLines(list);
	}

	private static List<JavaClass> publicTypes() {
		return new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
			.importPackages("io.videoplatform")
			.stream()
			.filter((type) -> !type.getSimpleName().equals("package-info"))
			.filter(PublicApiTests::isAccessible)
			.sorted(Comparator.comparing(JavaClass::getName))
			.toList();
	}

	private static boolean isAccessible(JavaClass type) {
		return type.getModifiers().contains(JavaModifier.PUBLIC)
				&& type.getEnclosingClass().map(PublicApiTests::isAccessible).orElse(true);
	}

	private static boolean isOffered(JavaCodeUnit unit) {
		return unit.getModifiers().contains(JavaModifier.PUBLIC)
				|| unit.getModifiers().contains(JavaModifier.PROTECTED);
	}

	private static boolean namesAny(JavaCodeUnit unit, Set<String> types) {
		return Stream.concat(Stream.of(unit.getReturnType()), unit.getParameterTypes().stream())
			.map(JavaType::getAllInvolvedRawTypes)
			.flatMap(Set::stream)
			.map(JavaClass::getBaseComponentType)
			.map(JavaClass::getName)
			.anyMatch(types::contains);
	}

}
