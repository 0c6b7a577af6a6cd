/**
 * Auto-configuration of what the nodes of an application share.
 */
@NullMarked
package io.videoplatform.autoconfigure.store;

import org.jspecify.annotations.NullMarked;
