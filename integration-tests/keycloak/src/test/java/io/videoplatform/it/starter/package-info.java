/**
 * The starter as an application has it, against a real Keycloak.
 */
@NullMarked
package io.videoplatform.it.starter;

import org.jspecify.annotations.NullMarked;
