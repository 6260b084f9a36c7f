-- The usernames of accounts that were deleted lately, which are free again later. Only a keyed hash of each is stored.
create table deleted_usernames (
	hash text primary key,
	deleted_at timestamptz not null
);
create index deleted_usernames_oldest on deleted_usernames (deleted_at);
