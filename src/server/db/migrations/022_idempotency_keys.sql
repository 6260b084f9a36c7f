-- Calls that made something, by the keyed hash of their Idempotency-Key and content, for a day. No foreign key: what was made may go first.
create table idempotency_keys (
	hash text primary key,
	made uuid not null,
	created_at timestamptz(3) not null
);
create index idempotency_keys_created on idempotency_keys (created_at);
