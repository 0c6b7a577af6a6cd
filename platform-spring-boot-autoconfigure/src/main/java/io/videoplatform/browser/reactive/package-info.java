/**
 * The document for browser applications on WebFlux.
 */
@NullMarked
package io.videoplatform.browser.reactive;

import org.jspecify.annotations.NullMarked;
