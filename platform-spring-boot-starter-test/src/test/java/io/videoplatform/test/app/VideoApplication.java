package io.videoplatform.test.app;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * An application that shows videos of the platform.
 */
@SpringBootApplication
class VideoApplication {

}
