/**
 * An application on WebFlux with Boot's security.
 */
@NullMarked
package io.videoplatform.it.footprint.securitywebflux;

import org.jspecify.annotations.NullMarked;
