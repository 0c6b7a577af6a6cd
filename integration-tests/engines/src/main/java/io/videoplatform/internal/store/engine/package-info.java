/**
 * Real engines of stores as processes, and a proxy before them.
 */
@NullMarked
package io.videoplatform.internal.store.engine;

import org.jspecify.annotations.NullMarked;
