/**
 * Records in Redis, or an engine that speaks its protocol.
 */
@NullMarked
package io.videoplatform.internal.store.redis;

import org.jspecify.annotations.NullMarked;
