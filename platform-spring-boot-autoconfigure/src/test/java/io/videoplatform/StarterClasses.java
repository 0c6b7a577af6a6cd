package io.videoplatform;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;

/**
 * Imports what the starter is made of: neither its tests nor the platform of tests.
 */
class StarterClasses implements ImportOption {

	private static final JavaClasses ALL = new ClassFileImporter().withImportOption(new StarterClasses())
		.importPackages("io.videoplatform");

	private final ImportOption withoutTests = new DoNotIncludeTests();

	/**
	 * Return all of them, which are read once.
	 */
	static JavaClasses all() {
		return ALL;
	}

	@Override
	public boolean includes(Location location) {
		return this.withoutTests.includes(location) && !location.contains("/io/videoplatform/testing/");
	}

}
