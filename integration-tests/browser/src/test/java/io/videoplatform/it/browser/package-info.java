/**
 * Tests of the page of the browser sample: three ways to the platform in a real browser,
 * with page, API and a real Keycloak on three sites.
 */
@NullMarked
package io.videoplatform.it.browser;

import org.jspecify.annotations.NullMarked;
