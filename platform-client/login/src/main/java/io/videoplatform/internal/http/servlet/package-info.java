/**
 * The writer of HTTP responses on the servlet web stack.
 */
@NullMarked
package io.videoplatform.internal.http.servlet;

import org.jspecify.annotations.NullMarked;
