/**
 * The starter in applications that have another version of Spring Boot than the one that
 * it was compiled against.
 */
@NullMarked
package io.videoplatform.it.boot;

import org.jspecify.annotations.NullMarked;
