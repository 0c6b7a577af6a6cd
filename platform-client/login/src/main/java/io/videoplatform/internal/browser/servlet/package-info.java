/**
 * The document for browser applications on WebMVC.
 */
@NullMarked
package io.videoplatform.internal.browser.servlet;

import org.jspecify.annotations.NullMarked;
