/**
 * The clients that an application injects, and what they tell of their state.
 */
@NullMarked
package io.videoplatform.client;

import org.jspecify.annotations.NullMarked;
