package io.videoplatform.internal.doctor;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.videoplatform.PlatformError;
import io.videoplatform.doctor.CheckFinding;
import io.videoplatform.doctor.CheckListener;
import io.videoplatform.doctor.CheckReport;
import io.videoplatform.doctor.CheckRule;
import io.videoplatform.internal.doctor.CheckState.OutOfTimeException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * One check of a client: all rules in their order.
 */
public final class ClientCheck {

	private static final Log logger = LogFactory.getLog(ClientCheck.class);

	private final CheckSubject subject;

	private final CheckListener listener;

	private final CheckState state;

	private final Findings findings;

	private final Map<CheckRule, Supplier<CheckFinding>> rules = new LinkedHashMap<>();

	/**
	 * Create a new instance; it requests nothing.
	 * @param subject the client
	 * @param listener follows the check
	 */
	public ClientCheck(CheckSubject subject, CheckListener listener) {
		this.subject = subject;
		this.listener = listener;
		this.state = new CheckState(subject);
		this.findings = new Findings(subject.properties(), subject::redacted);
		HostRules host = new HostRules(this.state, this.findings);
		ProviderRules provider = new ProviderRules(this.state, this.findings);
		ResponseRules responses = new ResponseRules(this.state, this.findings);
		UseRules use = new UseRules(this.state, this.findings);
		this.rules.put(CheckRule.CONNECTION, host::connection);
		this.rules.put(CheckRule.API_CERTIFICATE, host::certificate);
		this.rules.put(CheckRule.WEBFINGER, host::webFinger);
		this.rules.put(CheckRule.ISSUER_TRUST, provider::trust);
		this.rules.put(CheckRule.PROVIDER_CERTIFICATE, provider::certificate);
		this.rules.put(CheckRule.PROVIDER_CONFIGURATION, provider::configuration);
		this.rules.put(CheckRule.CLIENT_SUPPORT, provider::support);
		this.rules.put(CheckRule.PROVIDER_KEYS, provider::keys);
		this.rules.put(CheckRule.CACHING, responses::caching);
		this.rules.put(CheckRule.CLOCK, responses::clock);
		this.rules.put(CheckRule.AUTHORIZATION_REQUEST, use::authorization);
		this.rules.put(CheckRule.TOKEN_REQUEST, use::token);
		this.rules.put(CheckRule.STORE, use::store);
	}

	/**
	 * Check all rules. Blocks for a minute at most.
	 * @return the report
	 */
	public CheckReport run() {
		Instant checkedAt = this.subject.clock().instant();
		List<CheckFinding> all = new ArrayList<>();
		this.rules.forEach((rule, check) -> {
			this.listener.started(rule);
			CheckFinding finding = find(rule, check);
			all.add(finding);
			this.listener.ended(finding);
		});
		return CheckReport.of(this.subject.client(), this.subject.root().uri(), checkedAt, all);
	}

	private CheckFinding find(CheckRule rule, Supplier<CheckFinding> check) {
		try {
			return check.get();
		}
		catch (OutOfTimeException ex) {
			return this.findings.failed(rule, String.valueOf(ex.getMessage()), PlatformError.TIMEOUT);
		}
		catch (RuntimeException ex) {
			logger.debug("A rule ended unexpectedly", ex);
			return this.findings.failed(rule, "Unexpected " + ex.getClass().getSimpleName(), PlatformError.OTHER);
		}
	}

}
