package io.videoplatform.samples.localplatform.video;

/**
 * Collection that videos belong to.
 *
 * @param id identifier, part of its URL
 * @param title title
 */
record VideoCollection(String id, String title) {

}
