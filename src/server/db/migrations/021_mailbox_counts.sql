-- When mails were sent to a mailbox or for an account, by the keyed hash of what is limited. Rows outlive accounts, so that
-- deleting one and registering again does not begin anew.
create table mailbox_counts (
	subject text primary key,
	sent timestamptz(3)[] not null,
	last_sent_at timestamptz(3) not null
);
create index mailbox_counts_last_sent on mailbox_counts (last_sent_at);
