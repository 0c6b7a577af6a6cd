/**
 * Real engines of stores as processes, and a proxy before them.
 */
package io.videoplatform.internal.store.engine;
