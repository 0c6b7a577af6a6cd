/**
 * What is put beside an application to look into it.
 */
@NullMarked
package io.videoplatform.it.footprint.probe;

import org.jspecify.annotations.NullMarked;
