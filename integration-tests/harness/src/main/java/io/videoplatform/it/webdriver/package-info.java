/**
 * Chromium, as a user sits before it, and the login page of Keycloak.
 */
@NullMarked
package io.videoplatform.it.webdriver;

import org.jspecify.annotations.NullMarked;
