/**
 * Application with one page that calls the platform in three ways: for anonymous people
 * and for those who log in with tokens in the browser, and through this server with none
 * there.
 */
@NullMarked
package io.videoplatform.samples.browserapp;

import org.jspecify.annotations.NullMarked;
