package io.videoplatform.it.kotlin

import org.assertj.core.api.Assertions.assertThat
import org.jetbrains.kotlin.cli.common.ExitCode
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler
import org.junit.jupiter.api.Tag
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir
import java.io.ByteArrayOutputStream
import java.io.PrintStream
import java.nio.file.Path
import kotlin.io.path.writeText

/**
 * What the compiler knows of the starter's types without any option.
 */
@Tag("full")
class NullabilityTests {

    @TempDir
    lateinit var folder: Path

    private val output = ByteArrayOutputStream()

    private fun compile(code: String): ExitCode {
        val file = folder.resolve("Code.kt")
        file.writeText("import io.videoplatform.client.*\n\n$code\n")
        return K2JVMCompiler().exec(
            PrintStream(output), "-no-stdlib", "-no-reflect", "-classpath", System.getProperty("java.class.path"),
            "-d", folder.resolve("classes").toString(), file.toString()
        )
    }

    @Test
    fun snapshotWhenItsTokenMayBeMissingThenCheckIsRequired() {
        assertThat(compile("fun state(snapshot: PlatformSnapshot) = snapshot.token().state()"))
            .isEqualTo(ExitCode.COMPILATION_ERROR)
        assertThat(output.toString()).contains("or non-null asserted (!!.) calls are allowed")
        assertThat(compile("fun state(snapshot: PlatformSnapshot) = snapshot.token()?.state()"))
            .isEqualTo(ExitCode.OK)
    }

    @Test
    fun clientsWhenAskedForNullThenRefused() {
        assertThat(compile("fun client(clients: PlatformClients) = clients.get(null)"))
            .isEqualTo(ExitCode.COMPILATION_ERROR)
        assertThat(output.toString()).contains("cannot be a value of a non-null type")
    }

}
