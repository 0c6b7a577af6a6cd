package io.videoplatform.samples.localplatform.discovery;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Clock;
import java.time.Duration;

import io.videoplatform.samples.localplatform.LocalPlatformProperties;
import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/**
 * WebFinger (RFC 7033): names the authorization server that is responsible for the API.
 */
@RestController
class WebFingerController {

	private static final MediaType JRD = new MediaType("application", "jrd+json");

	private final Duration lifetime;

	private final Clock clock;

	WebFingerController(LocalPlatformProperties properties, Clock clock) {
		this.lifetime = properties.webfingerLifetime();
		this.clock = clock;
	}

	@GetMapping("/.well-known/webfinger")
	ResponseEntity<ResourceDescriptor> describe(@RequestParam String[] resource, HttpServletRequest request) {
		ResourceDescriptor descriptor = ResourceDescriptor
			.of(ServletUriComponentsBuilder.fromContextPath(request).toUriString());
		if (!descriptor.subject().equals(requireUri(resource))) {
			throw new ResponseStatusException(HttpStatus.NOT_FOUND,
					"Nothing is known of this resource, only of " + descriptor.subject());
		}
		return ResponseEntity.ok()
			.contentType(JRD)
			.cacheControl(CacheControl.maxAge(this.lifetime))
			.headers((headers) -> headers.setExpires(this.clock.instant().plus(this.lifetime)))
			.body(descriptor);
	}

	private static String requireUri(String[] resource) {
		try {
			if (resource.length == 1 && new URI(resource[0]).isAbsolute()) {
				return resource[0];
			}
		}
		catch (URISyntaxException ex) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "'resource' must be a URI", ex);
		}
		throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "'resource' must be one absolute URI");
	}

}
