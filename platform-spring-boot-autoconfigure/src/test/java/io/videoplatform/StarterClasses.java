package io.videoplatform;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;

/**
 * Imports what the starter is made of: neither its tests nor the platform of tests.
 */
class StarterClasses implements ImportOption {

	private final ImportOption withoutTests = new DoNotIncludeTests();

	@Override
	public boolean includes(Location location) {
		return this.withoutTests.includes(location) && !location.contains("/io/videoplatform/testing/");
	}

}
