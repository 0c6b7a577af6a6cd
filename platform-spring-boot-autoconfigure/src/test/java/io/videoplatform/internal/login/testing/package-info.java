/**
 * An OpenID provider and a browser on loopback, for tests of logins on either stack.
 */
@NullMarked
package io.videoplatform.internal.login.testing;

import org.jspecify.annotations.NullMarked;
