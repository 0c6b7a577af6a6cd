/**
 * The document for browser applications on WebFlux.
 */
@NullMarked
package io.videoplatform.internal.browser.reactive;

import org.jspecify.annotations.NullMarked;
