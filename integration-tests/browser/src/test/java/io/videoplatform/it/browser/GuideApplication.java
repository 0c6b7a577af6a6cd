package io.videoplatform.it.browser;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Configuration;

/**
 * The application of somebody who has followed the guide and done nothing else.
 */
final class GuideApplication implements DeployedApplication {

	private static final String IMPORTS = """
			import org.springframework.context.annotation.*;
			import org.springframework.security.config.annotation.web.builders.*;
			import org.springframework.security.config.web.server.*;
			import org.springframework.security.web.*;
			import org.springframework.security.web.header.writers.*;
			import org.springframework.security.web.server.*;
			import org.springframework.security.web.server.header.*;
			""";

	private final WebApplicationType stack;

	private final String flow;

	private final Path folder;

	GuideApplication(WebApplicationType stack, String flow, Path folder) {
		this.stack = stack;
		this.flow = flow;
		this.folder = folder;
	}

	@Override
	public void register(Deployment deployment) {
		String origin = deployment.uri(Site.PAGE).toString();
		Map<String, ?> audience = Map.of("name", "audience", "protocol", "openid-connect", "protocolMapper",
				"oidc-audience-mapper", "config",
				Map.of("included.client.audience", "platform-api", "access.token.claim", "true"));
		deployment.realm()
			.clients()
			.register(Map.of("clientId", "my-page", "publicClient", true, "standardFlowEnabled",
					this.flow.equals("standard"), "implicitFlowEnabled", this.flow.equals("implicit"), "redirectUris",
					List.of(origin + "/"), "attributes", Map.of("post.logout.redirect.uris", origin + "/"),
					"webOrigins", List.of(origin), "protocolMappers", List.of(audience)));
	}

	@Override
	public SpringApplicationBuilder builder(Deployment deployment) {
		Guide guide = Guide.read(deployment);
		String chain = (this.stack == WebApplicationType.SERVLET) ? guide.servletChain() : guide.reactiveChain();
		return new SpringApplicationBuilder(Application.class, compile(chain)).web(this.stack);
	}

	@Override
	public List<String> properties(Deployment deployment) {
		Guide guide = Guide.read(deployment);
		Path files = write(guide);
		return Stream.concat(guide.properties().stream(), Stream.of("platform.browser.flow=" + this.flow,
				// the sample's properties stand on the class path, too
				"spring.config.name=guide", "spring.web.resources.static-locations=" + files.toUri()))
			.toList();
	}

	private Path write(Guide guide) {
		try (InputStream adapter = getClass().getResourceAsStream("/static/keycloak-js/keycloak.js")) {
			String script = new String(Objects.requireNonNull(adapter).readAllBytes(), StandardCharsets.UTF_8);
			Path files = Files.createDirectories(this.folder.resolve("static"));
			Files.writeString(files.resolve("keycloak.js"), script + guide.moduleEnd());
			Files.writeString(files.resolve("index.html"), guide.page());
			Files.writeString(files.resolve("app.js"), guide.script());
			return files;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not write the page", ex);
		}
	}

	private Class<?> compile(String chain) {
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		StringWriter output = new StringWriter();
		boolean compiled = compiler
			.getTask(output, null, null,
					List.of("-proc:none", "-d", this.folder.toString(), "-cp", System.getProperty("java.class.path")),
					null, List.of(new Source(IMPORTS + chain)))
			.call();
		if (!compiled) {
			throw new IllegalStateException("The guide does not compile: " + output);
		}
		try {
			// closed with the JVM, because Spring looks into it as long as the
			// application runs
			return new URLClassLoader(new URL[] { this.folder.toUri().toURL() }, getClass().getClassLoader())
				.loadClass("Security");
		}
		catch (MalformedURLException | ClassNotFoundException ex) {
			throw new IllegalStateException("What was just compiled is not there", ex);
		}
	}

	/**
	 * What every Spring Boot application has.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

	private static final class Source extends SimpleJavaFileObject {

		private final String text;

		Source(String text) {
			super(URI.create("string:///Security.java"), JavaFileObject.Kind.SOURCE);
			this.text = text;
		}

		@Override
		public CharSequence getCharContent(boolean ignoreEncodingErrors) {
			return this.text;
		}

	}

}
