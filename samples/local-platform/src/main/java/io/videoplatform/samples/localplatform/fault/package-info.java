/**
 * Faults that the platform is told to have, so that one can watch a client cope.
 */
@NullMarked
package io.videoplatform.samples.localplatform.fault;

import org.jspecify.annotations.NullMarked;
