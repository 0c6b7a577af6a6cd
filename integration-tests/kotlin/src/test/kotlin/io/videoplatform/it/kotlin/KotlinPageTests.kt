package io.videoplatform.it.kotlin

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import java.nio.file.Files
import java.nio.file.Path
import kotlin.io.path.extension
import kotlin.io.path.readText
import kotlin.streams.asSequence

/**
 * The page on Kotlin: its code is that of this module, which is compiled and tested.
 */
class KotlinPageTests {

    private val sources = Files.walk(Path.of("src")).use { files ->
        files.asSequence().filter { it.extension == "kt" || it.extension == "properties" }.map { it.readText() }.toList()
    }

    @Test
    fun snippetsWhenComparedThenPartsOfTheseSources() {
        val snippets = Regex("```(kotlin|properties)\n(.*?)```", RegexOption.DOT_MATCHES_ALL)
            .findAll(Path.of("../../docs/kotlin.md").readText())
            .map { it.groupValues[2] }
            .toList()
        assertThat(snippets).hasSizeGreaterThan(4)
            .allSatisfy { snippet -> assertThat(sources).anyMatch { it.contains(snippet) } }
    }

    @Test
    fun dependencyWhenComparedThenPartOfThePom() {
        val compiled = Path.of("pom.xml").readText().lines().map(String::trim)
        val snippet = Path.of("../../docs/kotlin.md").readText().substringAfter("```xml\n").substringBefore("```")
        assertThat(compiled).containsAll(snippet.lines().map(String::trim))
    }

}
