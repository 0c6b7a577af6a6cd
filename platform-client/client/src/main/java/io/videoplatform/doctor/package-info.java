/**
 * The check of a platform: what each step from the root URL to a token has brought, what
 * is wrong, and what to change.
 *
 * @serial exclude
 */
@NullMarked
package io.videoplatform.doctor;

import org.jspecify.annotations.NullMarked;
