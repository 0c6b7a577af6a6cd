/**
 * The public document with which a browser application configures itself: discovered
 * endpoints and settings, no secret. The same for servlet and reactive applications.
 */
@NullMarked
package io.videoplatform.internal.browser;

import org.jspecify.annotations.NullMarked;
