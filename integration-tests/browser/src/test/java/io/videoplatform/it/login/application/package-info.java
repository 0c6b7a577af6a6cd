/**
 * A small application that logs its users in, written for WebMVC and for WebFlux.
 */
@NullMarked
package io.videoplatform.it.login.application;

import org.jspecify.annotations.NullMarked;
