/**
 * The clients that an application injects, and snapshots of their state.
 */
@NullMarked
package io.videoplatform.client;

import org.jspecify.annotations.NullMarked;
