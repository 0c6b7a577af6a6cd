/**
 * Records in a table of a relational database.
 */
@NullMarked
package io.videoplatform.internal.store.jdbc;

import org.jspecify.annotations.NullMarked;
