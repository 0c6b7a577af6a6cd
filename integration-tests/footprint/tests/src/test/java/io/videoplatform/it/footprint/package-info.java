/**
 * What the starter changes in applications that it is added to.
 */
@NullMarked
package io.videoplatform.it.footprint;

import org.jspecify.annotations.NullMarked;
