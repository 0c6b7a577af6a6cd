package io.videoplatform.samples.loginserver.reactive;

import io.videoplatform.PlatformException;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
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
 * The pages. If the platform cannot be reached, the page says so. If a login has ended,
 * Spring Security starts another one.
 */
@Controller
class VideoPages {

	private final Videos videos;

	private final PlatformClient platform;

	VideoPages(Videos videos, PlatformClients clients) {
		this.videos = videos;
		this.platform = clients.get(PlatformClients.DEFAULT);
	}

	@GetMapping("/")
	String start(@AuthenticationPrincipal @Nullable OidcUser user, Model model) {
		model.addAttribute("user", user);
		return "start";
	}

	@GetMapping("/videos")
	Mono<String> videos(@AuthenticationPrincipal OidcUser user, @RequestParam(defaultValue = "false") boolean uploaded,
			Model model) {
		model.addAttribute("uploaded", uploaded);
		return Mono.zip(this.videos.list(), this.videos.collections())
			.doOnNext((both) -> model.addAttribute("videos", both.getT1()).addAttribute("collections", both.getT2()))
			.then(page(user, model))
			.onErrorResume(VideoPages::isTrouble, (ex) -> trouble(ex, user, model));
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
		return page(user, model);
	}

	private Mono<String> page(OidcUser user, Model model) {
		model.addAttribute("user", user);
		return this.platform.currentSnapshot()
			.doOnNext((snapshot) -> model.addAttribute("snapshot", snapshot))
			.thenReturn("videos");
	}

	private static boolean isTrouble(Throwable ex) {
		return ex instanceof PlatformException || ex instanceof WebClientException;
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
