/**
 * HTTP clients as Spring Boot builds them, with proxy, TLS and what each kind of client
 * needs beside Boot's settings.
 *
 * @serial exclude
 */
@NullMarked
package io.videoplatform.internal.transport;

import org.jspecify.annotations.NullMarked;
