/**
 * Tests of logins in servlet applications.
 */
@NullMarked
package io.videoplatform.login.servlet;

import org.jspecify.annotations.NullMarked;
