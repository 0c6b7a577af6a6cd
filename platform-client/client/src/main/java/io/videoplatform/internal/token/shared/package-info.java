/**
 * What the nodes of an application share of logins and tokens, as the engine needs it.
 * The store implements it.
 */
@NullMarked
package io.videoplatform.internal.token.shared;

import org.jspecify.annotations.NullMarked;
