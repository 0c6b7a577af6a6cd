package io.videoplatform;

import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Java that stands in a page, as one source file.
 */
public final class JavaSnippet {

	private final Source source;

	private static final String IMPORTS = """
			import io.videoplatform.*;
			import io.videoplatform.autoconfigure.*;
			import io.videoplatform.client.*;
			import io.videoplatform.doctor.*;
			import io.videoplatform.login.PlatformUser;
			import jakarta.servlet.http.*;
			import java.io.*;
			import java.net.URI;
			import java.net.http.HttpClient;
			import java.net.http.HttpRequest;
			import java.net.http.HttpResponse;
			import java.time.Instant;
			import java.util.*;
			import java.util.concurrent.CompletableFuture;
			import java.util.concurrent.Executor;
			import javax.sql.DataSource;
			import org.reactivestreams.Publisher;
			import org.springframework.beans.factory.annotation.Qualifier;
			import org.springframework.boot.ApplicationRunner;
			import org.springframework.boot.jdbc.DataSourceBuilder;
			import org.springframework.boot.test.context.*;
			import org.springframework.context.annotation.Bean;
			import org.springframework.context.annotation.Configuration;
			import org.springframework.context.event.EventListener;
			import org.springframework.core.io.buffer.*;
			import org.springframework.core.task.AsyncTaskExecutor;
			import org.springframework.http.*;
			import org.springframework.http.client.JdkClientHttpRequestFactory;
			import org.springframework.http.client.reactive.JdkClientHttpConnector;
			import org.springframework.http.server.reactive.ServerHttpRequest;
			import org.springframework.scheduling.annotation.*;
			import org.springframework.security.config.Customizer;
			import org.springframework.security.config.annotation.web.builders.HttpSecurity;
			import org.springframework.security.config.web.server.ServerHttpSecurity;
			import org.springframework.security.oauth2.client.*;
			import org.springframework.security.oauth2.client.annotation.*;
			import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
			import org.springframework.security.oauth2.client.web.client.OAuth2ClientHttpRequestInterceptor;
			import org.springframework.security.oauth2.client.web.reactive.function.client.*;
			import org.springframework.security.web.SecurityFilterChain;
			import org.springframework.security.web.authentication.HttpStatusEntryPoint;
			import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter;
			import org.springframework.security.web.savedrequest.*;
			import org.springframework.security.web.server.*;
			import org.springframework.security.web.server.authentication.*;
			import org.springframework.security.web.server.authentication.logout.*;
			import org.springframework.security.web.server.csrf.*;
			import org.springframework.security.web.server.header.ReferrerPolicyServerHttpHeadersWriter;
			import org.springframework.security.web.server.util.matcher.*;
			import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
			import org.springframework.security.web.util.matcher.*;
			import org.springframework.stereotype.*;
			import org.springframework.test.context.bean.override.mockito.MockitoBean;
			import org.springframework.test.web.client.MockRestServiceServer;
			import org.springframework.test.web.client.match.*;
			import org.springframework.test.web.client.response.*;
			import org.springframework.web.bind.annotation.*;
			import org.springframework.web.client.RestClient;
			import org.springframework.web.reactive.function.*;
			import org.springframework.web.reactive.function.client.*;
			import org.springframework.web.server.WebFilter;
			import org.springframework.web.service.annotation.*;
			import org.springframework.web.service.registry.ImportHttpServices;
			import reactor.core.publisher.*;
			import tools.jackson.databind.JsonNode;
			""";

	/**
	 * Records of the API that the pages use, each shown once in the page on the client.
	 */
	private static final List<String> RECORDS = List.of("record VideoList(List<Video> items) { }",
			"record Video(String id, String title) { }", "record NewVideo(String title, String collectionId) { }");

	/**
	 * Create a snippet of a page, which leaves out its imports unless it is a whole file.
	 */
	public static JavaSnippet of(String snippet) {
		if (snippet.startsWith("package ")) {
			return new JavaSnippet(snippet);
		}
		return new JavaSnippet(IMPORTS + snippet
				+ RECORDS.stream()
					.filter((record) -> !snippet.contains(record.substring(0, record.indexOf('(') + 1)))
					.collect(Collectors.joining("\n")));
	}

	/**
	 * Create a snippet.
	 */
	public JavaSnippet(String source) {
		this.source = new Source(source);
	}

	/**
	 * Compile the snippet with the class path of the test.
	 */
	public String compile(Path classes) {
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		StringWriter output = new StringWriter();
		Boolean compiled = compiler
			.getTask(output, null, null, List.of("-proc:none", "-parameters", "-d", classes.toString(), "-cp",
					System.getProperty("java.class.path")), null, List.of(this.source))
			.call();
		return compiled ? "" : output.toString();
	}

	private static final class Source extends SimpleJavaFileObject {

		private final String text;

		Source(String text) {
			super(URI.create("string:///Snippet.java"), JavaFileObject.Kind.SOURCE);
			this.text = text;
		}

		@Override
		public boolean isNameCompatible(String simpleName, Kind kind) {
			return kind == Kind.SOURCE;
		}

		@Override
		public CharSequence getCharContent(boolean ignoreEncodingErrors) {
			return this.text;
		}

	}

}
