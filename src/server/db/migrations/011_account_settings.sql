-- What an account's owner sees and changes of it: its address, its devices, everything that is kept of it.

-- A link that changes an address goes to the new one, `email` as it was typed; it is worth nothing when the account got
-- another one meanwhile. One may be here that was never sent: nobody is to learn which addresses have accounts.
alter table mail_tokens add column email text;
alter table mail_tokens drop constraint mail_tokens_purpose_check;
alter table mail_tokens add constraint mail_tokens_purpose_check
	check (purpose in ('reset-password', 'verify-email', 'change-email') and (purpose = 'change-email') = (email is not null));
create index mail_tokens_to_new_address on mail_tokens (email_key, created_at) where purpose = 'change-email';

-- A device is kept by its name; what stands here from before is all that a browser said of itself.
update sessions set device = 'Unknown device';
-- Sessions that are over are dropped after a while.
create index sessions_ended on sessions (ended_at) where ended_at is not null;
create index sessions_last_used on sessions (rotated_at);

-- An account's own sightings are found for its export and its deletion; visitors', which are many, have shorter names.
create index review_seen_of_account on review_seen (viewer) where length(viewer) = 36;
