/**
 * Events: how they are published, logged and remembered.
 */
@NullMarked
package io.videoplatform.internal.event;

import org.jspecify.annotations.NullMarked;
