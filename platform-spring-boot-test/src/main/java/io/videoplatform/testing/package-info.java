/**
 * A platform on loopback for tests: discovery, logins, tokens and API, with faults that
 * tests choose, and a clock that they move.
 */
@NullMarked
package io.videoplatform.testing;

import org.jspecify.annotations.NullMarked;
