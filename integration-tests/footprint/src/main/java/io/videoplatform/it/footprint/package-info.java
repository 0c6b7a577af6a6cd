/**
 * The web application that all modules with a web server share.
 */
@NullMarked
package io.videoplatform.it.footprint.hello;

import org.jspecify.annotations.NullMarked;
