CREATE TABLE IF NOT EXISTS platform_record (
	record_key VARBINARY(1024) NOT NULL,
	stamp VARBINARY(1024) NOT NULL,
	generation BIGINT NOT NULL,
	content VARBINARY(1048576) NOT NULL,
	expires_at BIGINT NOT NULL,
	changed_at BIGINT NOT NULL,
	CONSTRAINT platform_record_pk PRIMARY KEY (record_key)
);

CREATE INDEX IF NOT EXISTS platform_record_expires_at ON platform_record (expires_at);

CREATE INDEX IF NOT EXISTS platform_record_changed_at ON platform_record (changed_at);
