-- Mails that wait to be sent. Links in mails are as powerful as a password, so a mail is sealed with a key of the site, its
-- recipient included: a dump of the database opens none.
create table outgoing_mails (
	id uuid primary key,
	-- AES-256-GCM over what the mail is about and, once that is composed, over the mail
	sealed bytea not null,
	-- fingerprint of the secret, without which the mail cannot be opened
	sealed_by text not null,
	-- the account with which the mail is deleted; null while it is unknown, and for what is mailed about a deleted account
	user_id uuid references users on delete cascade,
	-- the link in the mail, without which the mail is obsolete
	link text references mail_tokens on delete cascade,
	created_at timestamptz(3) not null,
	expires_at timestamptz(3) not null,
	next_attempt_at timestamptz(3) not null,
	attempts integer not null default 0,
	-- the code of the last failure, never the mail server's sentence, which can contain the address
	last_error text,
	-- who is sending it, and until when nobody else may
	claim uuid,
	leased_until timestamptz(3)
);
create index outgoing_mails_due on outgoing_mails (next_attempt_at, id);
create index outgoing_mails_of_user on outgoing_mails (user_id) where user_id is not null;
create index outgoing_mails_with_link on outgoing_mails (link) where link is not null;

-- An account that is being deleted keeps its row for a while, but gets no more mails.
create function mails_of_hidden_user() returns trigger language plpgsql as $$
begin
	delete from outgoing_mails where user_id = new.id;
	return null;
end $$;
create trigger user_hidden_without_mails after update of deleted_at on users for each row
	when (old.deleted_at is null and new.deleted_at is not null) execute function mails_of_hidden_user();
