/**
 * WebFinger and the provider configuration: how clients find the authorization server.
 */
@NullMarked
package io.videoplatform.samples.localplatform.discovery;

import org.jspecify.annotations.NullMarked;
