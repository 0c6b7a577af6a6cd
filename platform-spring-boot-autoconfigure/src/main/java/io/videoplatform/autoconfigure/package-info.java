/**
 * Auto-configuration of the platform's clients.
 */
@NullMarked
package io.videoplatform.autoconfigure;

import org.jspecify.annotations.NullMarked;
