/**
 * An application without any web server.
 */
@NullMarked
package io.videoplatform.it.footprint.noweb;

import org.jspecify.annotations.NullMarked;
