/**
 * Auto-configuration of logins, for servlet and for reactive applications.
 */
@NullMarked
package io.videoplatform.autoconfigure.login;

import org.jspecify.annotations.NullMarked;
