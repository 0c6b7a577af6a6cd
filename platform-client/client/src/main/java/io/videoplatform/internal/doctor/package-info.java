/**
 * The check of a client: rules that look at what each host responds, by the engine's own
 * readers, and beside what the engine holds.
 */
@NullMarked
package io.videoplatform.internal.doctor;

import org.jspecify.annotations.NullMarked;
