/**
 * The customer's API host: WebFinger and an API that checks its tokens.
 */
@NullMarked
package io.videoplatform.it.api;

import org.jspecify.annotations.NullMarked;
