/**
 * Auto-configuration of the document for browser applications.
 */
@NullMarked
package io.videoplatform.autoconfigure.browser;

