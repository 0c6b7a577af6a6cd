package io.videoplatform.it.browser;

import java.io.StringWriter;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

import org.springframework.util.ClassUtils;

/**
 * Java code of the documentation, which has no imports, as the classes of an application.
 */
final class Snippets {

	private static final String IMPORTS = """
			import io.videoplatform.*;
			import jakarta.servlet.http.*;
			import java.io.*;
			import java.net.*;
			import java.util.*;
			import java.util.concurrent.*;
			import org.reactivestreams.*;
			import org.springframework.beans.factory.annotation.*;
			import org.springframework.context.annotation.*;
			import org.springframework.core.io.buffer.*;
			import org.springframework.http.*;
			import org.springframework.http.server.reactive.*;
			import org.springframework.security.config.*;
			import org.springframework.security.config.annotation.web.builders.*;
			import org.springframework.security.config.web.server.*;
			import org.springframework.security.web.*;
			import org.springframework.security.web.authentication.*;
			import org.springframework.security.web.header.writers.*;
			import org.springframework.security.web.savedrequest.*;
			import org.springframework.security.web.server.*;
			import org.springframework.security.web.server.authentication.*;
			import org.springframework.security.web.server.authentication.logout.*;
			import org.springframework.security.web.server.csrf.*;
			import org.springframework.security.web.server.header.*;
			import org.springframework.security.web.server.util.matcher.*;
			import org.springframework.security.web.servlet.util.matcher.*;
			import org.springframework.security.web.util.matcher.*;
			import org.springframework.web.bind.annotation.*;
			import org.springframework.web.reactive.function.*;
			import org.springframework.web.reactive.function.client.*;
			import org.springframework.web.server.*;
			import reactor.core.publisher.*;
			""";

	private static final Pattern NAME = Pattern.compile("^class (\\w+)", Pattern.MULTILINE);

	private Snippets() {
	}

	/**
	 * Compiles.
	 */
	static Class<?>[] compile(List<String> snippets, Path folder) {
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		StringWriter output = new StringWriter();
		List<String> options = List.of("-proc:none", "-parameters", "-d", folder.toString(), "-cp",
				System.getProperty("java.class.path"));
		if (!compiler.getTask(output, null, null, options, null, snippets.stream().map(Source::new).toList()).call()) {
			throw new IllegalStateException("What the documentation shows does not compile: " + output);
		}
		// never closed: Spring looks into it as long as the application runs
		ClassLoader loader = URLClassLoader.newInstance(new URL[] { url(folder) }, Snippets.class.getClassLoader());
		return snippets.stream()
			.map((snippet) -> ClassUtils.resolveClassName(name(snippet), loader))
			.toArray(Class<?>[]::new);
	}

	private static URL url(Path folder) {
		try {
			return folder.toUri().toURL();
		}
		catch (MalformedURLException ex) {
			throw new IllegalArgumentException("'%s' is no folder".formatted(folder), ex);
		}
	}

	private static String name(String snippet) {
		return NAME.matcher(snippet).results().findFirst().orElseThrow().group(1);
	}

	private static final class Source extends SimpleJavaFileObject {

		private final String text;

		Source(String snippet) {
			super(URI.create("string:///" + name(snippet) + ".java"), JavaFileObject.Kind.SOURCE);
			this.text = IMPORTS + snippet;
		}

		@Override
		public CharSequence getCharContent(boolean ignoreEncodingErrors) {
			return this.text;
		}

	}

}
