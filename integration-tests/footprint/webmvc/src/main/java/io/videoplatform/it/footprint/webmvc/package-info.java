/**
 * An application on WebMVC without any security.
 */
@NullMarked
package io.videoplatform.it.footprint.webmvc;

import org.jspecify.annotations.NullMarked;
