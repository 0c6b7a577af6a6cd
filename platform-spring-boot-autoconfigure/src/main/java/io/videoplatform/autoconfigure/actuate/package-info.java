/**
 * Auto-configuration of the endpoint, health and meters.
 */
@NullMarked
package io.videoplatform.autoconfigure.actuate;

import org.jspecify.annotations.NullMarked;
