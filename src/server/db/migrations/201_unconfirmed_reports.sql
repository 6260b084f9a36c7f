-- Reports of visitors whose address nobody has confirmed yet: no case and no count has them, and they last a day.
create table unconfirmed_reports (
	id uuid primary key,
	-- The hash of the secret in the mailed link
	token text not null unique,
	subject text not null check (subject in ('review', 'comment', 'list', 'user')),
	subject_id uuid not null,
	reason text not null,
	text text not null,
	email text not null,
	-- A keyed hash of the address, as in `reports`
	sender text not null,
	-- Keyed hashes of the networks that it came from, the narrowest first; none for the machine itself
	networks text[] not null,
	created_at timestamptz(3) not null,
	expires_at timestamptz(3) not null
);
create index unconfirmed_reports_of_subject on unconfirmed_reports (subject_id);
create index unconfirmed_reports_of_sender on unconfirmed_reports (sender, created_at);
create index unconfirmed_reports_expiring on unconfirmed_reports (expires_at);

-- Whether the sender has opened the mailbox of the address, which is answered only then
alter table reports add column email_confirmed boolean not null default false;
