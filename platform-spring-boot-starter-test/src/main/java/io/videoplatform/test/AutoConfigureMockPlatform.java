package io.videoplatform.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * Runs the application of a Spring test against a {@link MockPlatform} of its own. No
 * property has to be set; where {@code platform.*} is set, the root URL, the issuer and
 * the credentials of all clients are replaced by those of the mock, and the rest applies.
 * It works with {@code @SpringBootTest} in any web environment and with test slices; in
 * {@code @RestClientTest} it takes the place of Spring's {@code MockRestServiceServer},
 * unless {@code @AutoConfigureMockRestServiceServer} asks for that.
 *
 * <pre class="code">
 * &#64;SpringBootTest
 * &#64;AutoConfigureMockPlatform
 * class VideosTests {
 *
 *     &#64;Autowired
 *     Videos videos;
 *
 *     &#64;Test
 *     void titlesWhenTokenIsRejectedThenCalledWithANewOne(MockPlatform platform) {
 *         platform.stub("videos", "[\"Intro\"]");
 *         this.videos.titles();
 *         platform.reject();
 *         assertThat(this.videos.titles()).containsExactly("Intro");
 *     }
 *
 * }
 * </pre>
 *
 * <p>
 * The mock is reset before each test, before the {@code @BeforeEach} methods of the test
 * class: see {@link MockPlatform#reset()}. Each application context has its own, so test
 * classes may run in parallel; tests of one context may not.
 *
 * @since 0.1.0
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration
@ExtendWith({ SpringExtension.class, MockPlatformParameterResolver.class })
public @interface AutoConfigureMockPlatform {

}
