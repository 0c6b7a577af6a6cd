/**
 * The repository of the application with registrations of its own.
 */
@NullMarked
package io.videoplatform.it.footprint.ownrepository;

import org.jspecify.annotations.NullMarked;
