/**
 * The same call by each kind of client.
 */
@NullMarked
package io.videoplatform.samples.quickstart.clients;

import org.jspecify.annotations.NullMarked;
