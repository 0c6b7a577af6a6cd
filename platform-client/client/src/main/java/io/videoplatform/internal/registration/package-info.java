/**
 * Settings and provider metadata become a Spring Security client registration.
 */
@NullMarked
package io.videoplatform.internal.registration;

import org.jspecify.annotations.NullMarked;
