/**
 * An application on WebMVC with Boot's security.
 */
@NullMarked
package io.videoplatform.it.footprint.securitywebmvc;

import org.jspecify.annotations.NullMarked;
