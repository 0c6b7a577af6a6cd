package io.videoplatform.it.kotlin

/**
 * A video, as far as it is shown.
 */
data class Video(val id: String, val title: String)

/**
 * Part of the list of videos.
 */
data class VideoList(val items: List<Video>)
