package io.videoplatform.internal.token.endpoint;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPublicKey;
import java.util.ArrayList;
import java.util.List;

import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.core.io.FileSystemResource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * A key in a file, while that is replaced.
 */
class KeyFileTests {

	@TempDir
	private Path folder;

	private final List<String> warnings = new ArrayList<>();

	private KeyFile keys(JWK key) throws Exception {
		return keys(key.toJSONString());
	}

	private KeyFile keys(String content) throws Exception {
		write(content);
		return new KeyFile(new FileSystemResource(file()), null, this.warnings::add);
	}

	private Path file() {
		return this.folder.resolve("client.jwk");
	}

	private void write(String content) throws Exception {
		Files.writeString(file(), content);
	}

	private static ECKey key(String id) throws Exception {
		return new ECKeyGenerator(Curve.P_256).keyID(id).generate();
	}

	@Test
	void getWhenBrokenInAnotherWayOrAgainThenAnotherWarning() throws Exception {
		ECKey first = key("first");
		KeyFile keys = keys(first);
		write("");
		keys.get();
		write(new ECKey.Builder(first).keyUse(KeyUse.ENCRYPTION).build().toJSONString());
		keys.get();
		Files.delete(file());
		keys.get();
		write(key("second").toJSONString());
		assertThat(keys.get()).hasToString("SigningKey[EC second]");
		write("{");
		assertThat(keys.get()).hasToString("SigningKey[EC second]");
		assertThat(this.warnings).satisfiesExactly((empty) -> assertThat(empty).contains("is no JWK"),
				(encryption) -> assertThat(encryption).contains("'use'"),
				(missing) -> assertThat(missing).contains("cannot be read"),
				(again) -> assertThat(again).contains("is no JWK").doesNotContain("\"d\""));
	}

	@Test
	void getWhenTheContentIsJsonAndNoKeyThenOldKeyAndWarning() throws Exception {
		RSAKey key = new RSAKeyGenerator(2048).keyID("first").generate();
		KeyFile keys = keys(key);
		for (String content : List.of("null", key.toJSONString().replace("\"d\":", "\"other\":"),
				key.toJSONString().replaceFirst("\\{", "{\"oth\":[null],"))) {
			write(content);
			assertThat(keys.get()).hasToString("SigningKey[RSA first]");
			assertThat(this.warnings).singleElement().asString().contains("is no JWK");
		}
		assertThatIllegalArgumentException().isThrownBy(() -> keys("null")).withMessageContaining("is no JWK");
	}

	@Test
	void createWhenTheKeyIsTooShortThenSaysSo() throws Exception {
		KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
		generator.initialize(1024);
		KeyPair pair = generator.generateKeyPair();
		RSAKey key = new RSAKey.Builder((RSAPublicKey) pair.getPublic()).privateKey(pair.getPrivate()).build();
		assertThatIllegalArgumentException().isThrownBy(() -> keys(key))
			.withMessageContainingAll("client.jwk", "with a key that is shorter than 2048 bits");
	}

}
