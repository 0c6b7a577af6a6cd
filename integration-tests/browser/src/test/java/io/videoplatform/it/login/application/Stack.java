package io.videoplatform.it.login.application;

import java.util.List;
import java.util.Locale;

import org.springframework.boot.WebApplicationType;

/**
 * What an application is written with.
 */
public enum Stack {

	/**
	 * Spring WebMVC on a servlet container.
	 */
	WEBMVC(WebApplicationType.SERVLET, WebMvcApplication.class, WebMvcOwnChain.class),

	/**
	 * Spring WebFlux on Netty.
	 */
	WEBFLUX(WebApplicationType.REACTIVE, WebFluxApplication.class, WebFluxOwnChain.class);

	private final WebApplicationType type;

	private final Class<?> application;

	private final Class<?> ownChain;

	Stack(WebApplicationType type, Class<?> application, Class<?> ownChain) {
		this.type = type;
		this.application = application;
		this.ownChain = ownChain;
	}

	WebApplicationType type() {
		return this.type;
	}

	List<Class<?>> sources(Chain chain) {
		return switch (chain) {
			case DEFAULT -> List.of(this.application);
			case OWN -> List.of(this.application, this.ownChain);
		};
	}

	/**
	 * Returns the name of a picture of this stack.
	 */
	public String picture(String flow) {
		return name().toLowerCase(Locale.ROOT) + "-" + flow;
	}

}
