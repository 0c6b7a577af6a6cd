/**
 * Auto-configuration of HTTP interfaces that call the platform.
 */
@NullMarked
package io.videoplatform.autoconfigure.httpservice;

import org.jspecify.annotations.NullMarked;
