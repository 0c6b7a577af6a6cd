/**
 * From the root URL to the identity provider: WebFinger, the provider's configuration,
 * and whether the issuer is trusted.
 */
@NullMarked
package io.videoplatform.internal.discovery;

import org.jspecify.annotations.NullMarked;
