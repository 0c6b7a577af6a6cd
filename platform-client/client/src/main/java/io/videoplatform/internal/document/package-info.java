/**
 * One HTTP document that is held in memory: how long it is fresh, how long it may be used
 * stale while errors last, and when it is requested again.
 */
@NullMarked
package io.videoplatform.internal.document;

import org.jspecify.annotations.NullMarked;
