/**
 * Auto-configuration of the document for browser applications.
 */
@NullMarked
package io.videoplatform.autoconfigure.browser;

import org.jspecify.annotations.NullMarked;
