package io.videoplatform.testing;

import java.util.List;

import com.github.tomakehurst.wiremock.standalone.MappingsSource;
import com.github.tomakehurst.wiremock.stubbing.StubMapping;
import com.github.tomakehurst.wiremock.stubbing.StubMappings;

/**
 * Not the files of an application's own WireMock, which are no part of the platform. A
 * stub may name a file with its body all the same.
 */
@SuppressWarnings("removal")
final class NoMappings implements MappingsSource {

	@Override
	public void loadMappingsInto(StubMappings mappings) {
	}

	@Override
	public void save(List<StubMapping> mappings) {
	}

	@Override
	public void save(StubMapping mapping) {
	}

	@Override
	public void remove(StubMapping mapping) {
	}

	@Override
	public void removeAll() {
	}

}
