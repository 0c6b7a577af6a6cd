/**
 * An application with a repository of registrations of its own.
 */
@NullMarked
package io.videoplatform.it.footprint.ownrepository;

import org.jspecify.annotations.NullMarked;
