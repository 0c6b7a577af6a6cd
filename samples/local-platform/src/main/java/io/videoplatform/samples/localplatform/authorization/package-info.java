/**
 * Authorization server: accounts, clients, grants and rotating tokens.
 */
@NullMarked
package io.videoplatform.samples.localplatform.authorization;

import org.jspecify.annotations.NullMarked;
