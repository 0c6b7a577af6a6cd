@NullMarked
package io.videoplatform.internal.store.redis;

import org.jspecify.annotations.NullMarked;
