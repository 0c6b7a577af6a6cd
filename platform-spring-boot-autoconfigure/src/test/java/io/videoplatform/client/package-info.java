/**
 * Tests of the clients.
 */
@NullMarked
package io.videoplatform.client;

import org.jspecify.annotations.NullMarked;
