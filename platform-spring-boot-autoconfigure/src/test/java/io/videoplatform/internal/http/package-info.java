/**
 * Tests of the exchanges and of the checks that every URL passes.
 */
@NullMarked
package io.videoplatform.internal.http;

import org.jspecify.annotations.NullMarked;
