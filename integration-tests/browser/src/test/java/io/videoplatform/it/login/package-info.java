/**
 * Logins of users, seen from their browsers: an application on WebMVC and on WebFlux, and
 * the login page of a real Keycloak.
 */
@NullMarked
package io.videoplatform.it.login;

import org.jspecify.annotations.NullMarked;
