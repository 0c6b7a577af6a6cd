/**
 * What a browser application needs to know of the platform, as one public document: what
 * discovery has found, and nothing secret. The same for servlet and reactive
 * applications.
 */
@NullMarked
package io.videoplatform.internal.browser;

import org.jspecify.annotations.NullMarked;
