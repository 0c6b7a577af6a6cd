/**
 * What several nodes share: one record for each login or client, and the claim by which
 * one node at a time refreshes its tokens.
 */
@NullMarked
package io.videoplatform.internal.store;

import org.jspecify.annotations.NullMarked;
