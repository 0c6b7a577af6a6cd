package io.videoplatform.samples.loginserver.reactive;

import io.videoplatform.PlatformException;
import io.videoplatform.token.TokenStatus;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.http.codec.multipart.FilePart;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.reactive.result.view.CsrfRequestDataValueProcessor;
import org.springframework.security.web.server.csrf.CsrfToken;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.reactive.function.client.WebClientException;
import org.springframework.web.server.ServerWebExchange;

/**
 * The pages. A platform that is away is told in a sentence on the page.
 */
@Controller
class VideoPages {

	private final Videos videos;

	VideoPages(Videos videos) {
		this.videos = videos;
	}

	@GetMapping("/")
	String start() {
		return "start";
	}

	@GetMapping("/videos")
	Mono<String> videos(@AuthenticationPrincipal OidcUser user, @RequestParam(defaultValue = "false") boolean uploaded,
			Model model) {
		model.addAttribute("uploaded", uploaded);
		return Mono.zip(this.videos.list(), this.videos.collections()).map((both) -> {
			model.addAttribute("videos", both.getT1());
			model.addAttribute("collections", both.getT2());
			return page(user, model);
		}).onErrorResume(VideoPages::isTrouble, (ex) -> trouble(ex, user, model));
	}

	@PostMapping("/videos")
	Mono<String> upload(Upload upload, @AuthenticationPrincipal OidcUser user, Model model) {
		return this.videos.upload(upload.title(), upload.collectionId(), upload.file())
			.thenReturn("redirect:/videos?uploaded=true")
			.onErrorResume(VideoPages::isTrouble, (ex) -> trouble(ex, user, model));
	}

	/**
	 * Make the CSRF token known before a form is written, which cannot wait for it.
	 */
	@ModelAttribute
	Mono<Void> csrfToken(ServerWebExchange exchange) {
		Mono<CsrfToken> token = exchange.getAttributeOrDefault(CsrfToken.class.getName(), Mono.empty());
		return token.doOnNext(
				(value) -> exchange.getAttributes().put(CsrfRequestDataValueProcessor.DEFAULT_CSRF_ATTR_NAME, value))
			.then();
	}

	private Mono<String> trouble(Throwable ex, OidcUser user, Model model) {
		model.addAttribute("problem", String.valueOf(ex.getMessage()));
		return Mono.just(page(user, model));
	}

	private String page(OidcUser user, Model model) {
		model.addAttribute("user", user);
		TokenStatus token = token();
		if (token != null) {
			model.addAttribute("token", token);
		}
		return "videos";
	}

	private static boolean isTrouble(Throwable ex) {
		return ex instanceof PlatformException || ex instanceof WebClientException;
	}

	/**
	 * Return what is known of the token of whoever is logged in.
	 */
	private @Nullable TokenStatus token() {
		return null;
	}

	/**
	 * What the form sends.
	 *
	 * @param title title of the new video
	 * @param collectionId identifier of its collection
	 * @param file its bytes
	 */
	record Upload(String title, String collectionId, FilePart file) {

	}

}
