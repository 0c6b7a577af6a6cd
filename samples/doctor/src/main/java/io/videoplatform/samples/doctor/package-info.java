/**
 * The doctor: the check of a platform from the command line.
 */
@NullMarked
package io.videoplatform.samples.doctor;

import org.jspecify.annotations.NullMarked;
