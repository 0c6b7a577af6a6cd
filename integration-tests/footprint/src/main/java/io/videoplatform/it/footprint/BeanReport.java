package io.videoplatform.it.footprint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Writes the port and the beans of an application to a file, one per line, once it has
 * started. Filter chains are written with their filters.
 */
class BeanReport implements ApplicationListener<ApplicationReadyEvent> {

	@Override
	public void onApplicationEvent(ApplicationReadyEvent event) {
		ConfigurableApplicationContext context = event.getApplicationContext();
		List<String> lines = new ArrayList<>();
		lines.add("port=" + context.getEnvironment().getProperty("local.server.port", "none"));
		for (String name : context.getBeanDefinitionNames()) {
			lines.add(describe(context, name));
		}
		write(lines);
	}

	private static String describe(ConfigurableApplicationContext context, String name) {
		Class<?> type = context.getType(name, false);
		String typeName = (type != null) ? type.getName() : "unknown";
		String content = typeName.endsWith("FilterChain") ? " " + context.getBean(name) : "";
		return name + "=" + typeName + content.replaceAll("@[0-9a-f]+", "").replace('\n', ' ');
	}

	private static void write(List<String> lines) {
		Path report = Path.of(System.getProperty("footprint.report"));
		Path unfinished = report.resolveSibling(report.getFileName() + ".unfinished");
		try {
			Files.write(unfinished, lines);
			Files.move(unfinished, report, StandardCopyOption.ATOMIC_MOVE);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
