/**
 * The tokens of users who log in.
 */
@NullMarked
package io.videoplatform.internal.token.login;

import org.jspecify.annotations.NullMarked;
