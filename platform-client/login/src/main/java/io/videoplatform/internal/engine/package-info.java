/**
 * Puts the parts together: what the clients of an API host share, and the hosts.
 */
@NullMarked
package io.videoplatform.internal.engine;

import org.jspecify.annotations.NullMarked;
