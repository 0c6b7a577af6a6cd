package io.videoplatform.it.kotlin

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource

/**
 * The methods that resume a coroutine, by whose names the starter recognizes that a thread
 * works for a coroutine that may be another user's. If a release renames them, the class
 * SharedSourceDetector has to know the new names.
 */
class CoroutineFramesTests {

    @ParameterizedTest
    @CsvSource(
        "kotlin.coroutines.SafeContinuation, resumeWith",
        "kotlinx.coroutines.CancellableContinuationImpl, resume",
        "kotlinx.coroutines.CancellableContinuationImpl, resumeWith",
        "kotlinx.coroutines.CancellableContinuationImpl, completeResume",
        "kotlinx.coroutines.CancellableContinuationImpl, cancel",
        "kotlinx.coroutines.EventLoop, processUnconfinedEvent"
    )
    fun methodWhenCoroutinesAreResumedThenKeepsItsName(type: String, method: String) {
        assertThat(Class.forName(type).declaredMethods.map { it.name }).contains(method)
    }

}
