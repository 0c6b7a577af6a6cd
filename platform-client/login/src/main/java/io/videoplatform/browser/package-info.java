/**
 * What an application chooses for its browser application.
 */
@NullMarked
package io.videoplatform.browser;

import org.jspecify.annotations.NullMarked;
