package io.videoplatform.samples.loginserver;

import io.videoplatform.PlatformException;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.reactive.function.client.WebClientException;

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
	String videos(@AuthenticationPrincipal OidcUser user, @RequestParam(defaultValue = "false") boolean uploaded,
			Model model) {
		model.addAttribute("uploaded", uploaded);
		try {
			model.addAttribute("videos", this.videos.list());
			model.addAttribute("collections", this.videos.collections());
		}
		catch (PlatformException | WebClientException ex) {
			model.addAttribute("problem", ex.getMessage());
		}
		return page(user, model);
	}

	@PostMapping("/videos")
	String upload(Upload upload, @AuthenticationPrincipal OidcUser user, Model model) {
		try {
			this.videos.upload(upload.title(), upload.collectionId(), upload.file());
			return "redirect:/videos?uploaded=true";
		}
		catch (PlatformException | WebClientException ex) {
			model.addAttribute("problem", ex.getMessage());
			return page(user, model);
		}
	}

	private String page(OidcUser user, Model model) {
		model.addAttribute("user", user);
		model.addAttribute("snapshot", this.platform.snapshot());
		return "videos";
	}

	/**
	 * What the form sends.
	 *
	 * @param title title of the new video
	 * @param collectionId identifier of its collection
	 * @param file its bytes
	 */
	record Upload(String title, String collectionId, MultipartFile file) {

	}

}
