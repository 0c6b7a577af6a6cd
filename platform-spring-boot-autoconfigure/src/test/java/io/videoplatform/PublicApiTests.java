package io.videoplatform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Keeps the list of what applications may name, which follows semantic versioning, so
 * that no type becomes public by accident or vanishes unseen. What is public only because
 * the layers are packages of their own lies below {@code io.videoplatform.internal}.
 */
class PublicApiTests {

	private static final Path LIST = Path.of("src/test/resources/public-api.txt");

	private static final String INTERNAL = "io.videoplatform.internal.";

	private static final List<JavaClass> PUBLIC_TYPES = publicTypes();

	@Test
	void publicTypesOutsideInternalWhenComparedThenExactlyThoseOfTheList() throws IOException {
		assertThat(PUBLIC_TYPES.stream().map(JavaClass::getName))
			.as("""
					The public types outside %s* differ from the list.
					A type that only its own package needs is to be package-private.
					A type that only the starter's own code needs lies below %s*.
					A type that an application names gets its line in %s, and @since in its Javadoc.
					A line goes only together with a line in CHANGELOG.md that says what to use instead.""", INTERNAL,
					INTERNAL, LIST)
			.containsExactlyElementsOf(Files.readAllLines(LIST));
	}

	@Test
	void signaturesWhenPublicThenNameNoInternalType() {
		assertThat(PUBLIC_TYPES.stream()
			.flatMap(PublicApiTests::shownTypes)
			.filter((shown) -> shown.getValue().startsWith(INTERNAL))
			.map((shown) -> shown.getKey() + " shows " + shown.getValue())).isEmpty();
	}

	/**
	 * The types that a user of a type meets: those of its supertypes, and those of all
	 * fields, methods and constructors that can be reached from outside.
	 */
	private static Stream<Map.Entry<String, String>> shownTypes(JavaClass type) {
		Stream<JavaType> supertypes = Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream());
		Stream<JavaType> fields = type.getFields().stream().filter(PublicApiTests::isOffered).map(JavaField::getType);
		Stream<JavaType> units = type.getCodeUnits()
			.stream()
			.filter(PublicApiTests::isOffered)
			.flatMap((unit) -> Stream.concat(Stream.of(unit.getReturnType()), unit.getParameterTypes().stream()));
		return Stream.of(supertypes, fields, units)
			.flatMap(Function.identity())
			.map(JavaType::getAllInvolvedRawTypes)
			.flatMap(Set::stream)
			.map((shown) -> Map.entry(type.getName(), shown.getBaseComponentType().getName()));
	}

	private static List<JavaClass> publicTypes() {
		return StarterClasses.all()
			.stream()
			.filter((type) -> !type.getSimpleName().equals("package-info"))
			.filter((type) -> !type.getName().startsWith(INTERNAL))
			.filter(PublicApiTests::isAccessible)
			.sorted(Comparator.comparing(JavaClass::getName))
			.toList();
	}

	private static boolean isAccessible(JavaClass type) {
		return type.getModifiers().contains(JavaModifier.PUBLIC)
				&& type.getEnclosingClass().map(PublicApiTests::isAccessible).orElse(true);
	}

	private static boolean isOffered(JavaMember member) {
		return member.getModifiers().contains(JavaModifier.PUBLIC)
				|| member.getModifiers().contains(JavaModifier.PROTECTED);
	}

}
