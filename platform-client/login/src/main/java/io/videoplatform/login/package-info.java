/**
 * The users of an application that logs users in, as its calls name them.
 */
@NullMarked
package io.videoplatform.login;

import org.jspecify.annotations.NullMarked;
