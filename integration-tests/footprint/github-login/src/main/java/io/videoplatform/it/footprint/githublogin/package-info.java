/**
 * An application that logs people in at GitHub.
 */
@NullMarked
package io.videoplatform.it.footprint.githublogin;

import org.jspecify.annotations.NullMarked;
