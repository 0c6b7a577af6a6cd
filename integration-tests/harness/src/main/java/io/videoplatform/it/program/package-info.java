/**
 * Programs of this machine that tests run.
 */
@NullMarked
package io.videoplatform.it.program;

import org.jspecify.annotations.NullMarked;
