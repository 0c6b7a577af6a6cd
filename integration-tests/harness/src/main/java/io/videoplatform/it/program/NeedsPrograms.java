package io.videoplatform.it.program;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Test that runs programs of this machine. Where they are not installed it is skipped,
 * unless the environment variable {@value #REQUIRED} says that this is a failure.
 *
 * @since 0.1.0
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ProgramCondition.class)
public @interface NeedsPrograms {

	/**
	 * The environment variable that is {@code true} where tests may not be skipped.
	 */
	String REQUIRED = "PROGRAMS_REQUIRED";

	/**
	 * The names of the programs.
	 * @return the names, searched in the folders of the {@code PATH}
	 */
	String[] value();

	/**
	 * The package of Debian that has them.
	 * @return its name
	 */
	String debianPackage();

}
