-- Reports, what moderators did, appeals, and blocked words.

-- One row for each thing that was ever reported or moderated: its lock makes decisions about it one after the other.
create table moderation_cases (
	subject_id uuid primary key,
	subject text not null check (subject in ('review', 'comment', 'list', 'user')),
	author_id uuid references users on delete set null,
	-- The text when it was first reported
	snapshot text not null,
	report_count integer not null default 0,
	open_count integer not null default 0,
	-- of its reports, each once
	reasons text[] not null default '{}',
	-- The first open report
	opened_at timestamptz(3),
	-- When the last open report was closed
	closed_at timestamptz(3)
);
create index moderation_cases_open on moderation_cases (opened_at, subject_id) where open_count > 0;
create index moderation_cases_done on moderation_cases (closed_at, subject_id) where open_count = 0 and closed_at is not null;
create index moderation_cases_of_author on moderation_cases (author_id);

create table reports (
	id uuid primary key,
	subject_id uuid not null references moderation_cases on delete cascade,
	reason text not null,
	text text,
	-- null for a visitor, and for the site itself
	reporter_id uuid references users on delete set null,
	-- a visitor's, until they have been answered
	email text,
	-- a keyed hash of the address
	sender text,
	created_at timestamptz(3) not null,
	closed_at timestamptz(3)
);
create unique index reports_once on reports (subject_id, reporter_id) where closed_at is null and reporter_id is not null;
create unique index reports_once_by_sender on reports (subject_id, sender) where closed_at is null and sender is not null;
create index reports_of_case on reports (subject_id, created_at desc, id desc);
create index reports_of_reporter on reports (reporter_id, created_at);
create index reports_of_sender on reports (sender, created_at) where sender is not null;

-- The log. Nothing in it changes but what the trigger lets.
create table moderation_actions (
	id uuid primary key,
	action text not null,
	subject text not null check (subject in ('review', 'comment', 'list', 'user')),
	subject_id uuid not null,
	author_id uuid references users on delete set null,
	moderator_id uuid references users on delete set null,
	reason text,
	note text,
	-- The text at that moment, until its author's account is deleted
	snapshot text,
	-- What it was about: a game, a list
	title text,
	created_at timestamptz(3) not null,
	until timestamptz(3),
	-- of `mark_spoiler`: whether the author had marked it before
	was_spoiler boolean,
	undone_at timestamptz(3)
);
create index moderation_actions_newest on moderation_actions (created_at desc, id desc);
create index moderation_actions_of_kind on moderation_actions (action, created_at desc, id desc);
create index moderation_actions_of_moderator on moderation_actions (moderator_id, created_at desc, id desc);
create index moderation_actions_of_author on moderation_actions (author_id, created_at desc, id desc);
create index moderation_actions_of_subject on moderation_actions (subject_id, created_at desc, id desc);

create function log_kept() returns trigger language plpgsql as $$
begin
	if tg_op = 'DELETE'
		or (new.id, new.action, new.subject, new.subject_id, new.reason, new.note, new.created_at, new.until)
			is distinct from (old.id, old.action, old.subject, old.subject_id, old.reason, old.note, old.created_at, old.until)
		or new.author_id is not null and new.author_id is distinct from old.author_id
		or new.moderator_id is not null and new.moderator_id is distinct from old.moderator_id
		or new.snapshot is not null and new.snapshot is distinct from old.snapshot
		or new.title is not null and new.title is distinct from old.title
		or old.undone_at is not null and new.undone_at is distinct from old.undone_at then
		raise exception 'The log of moderation cannot be changed' using errcode = 'restrict_violation';
	end if;
	return new;
end $$;
create trigger log_kept before update or delete on moderation_actions for each row execute function log_kept();

create table appeals (
	id uuid primary key,
	action_id uuid not null unique references moderation_actions,
	text text not null,
	state text not null default 'open' check (state in ('open', 'upheld', 'granted')),
	answer text,
	decided_by uuid references users on delete set null,
	created_at timestamptz(3) not null,
	decided_at timestamptz(3)
);
create index appeals_open on appeals (created_at, id) where state = 'open';
create index appeals_decided on appeals (decided_at desc, id desc) where state <> 'open';
create index appeals_of_decider on appeals (decided_by) where decided_by is not null;

-- The bio and picture of a person while they are removed or held.
create table removed_profiles (
	user_id uuid primary key references users on delete cascade,
	action_id uuid not null,
	bio text,
	picture text
);
create index removed_pictures on removed_profiles (picture) where picture is not null;

-- `key` has the letters and digits alone, in the form that is the same for all spellings.
create table blocked_words (
	key text primary key,
	word text not null,
	place integer not null
);

-- The words of a person go with their account, also out of the log.
create function moderated_user_deleted() returns trigger language plpgsql as $$
begin
	update moderation_cases set snapshot = '' where author_id = new.id;
	update moderation_actions set snapshot = null, title = null where author_id = new.id and (snapshot is not null or title is not null);
	update appeals set text = '' where action_id in (select id from moderation_actions where author_id = new.id);
	update reports set text = null where reporter_id = new.id;
	delete from removed_profiles where user_id = new.id;
	return null;
end $$;
create trigger moderated_user_deleted after update of deleted_at on users for each row
	when (old.deleted_at is null and new.deleted_at is not null) execute function moderated_user_deleted();

-- Nothing is hidden or restricted without an entry in the log: such a transaction cannot be committed.
alter table removed_texts add foreign key (action_id) references moderation_actions deferrable initially deferred;
alter table removed_profiles add foreign key (action_id) references moderation_actions deferrable initially deferred;

create function restriction_logged() returns trigger language plpgsql as $$
begin
	if not exists (
		select from moderation_actions where author_id = new.id and undone_at is null
			and action = case when new.banned_at is not null and old.banned_at is null then 'ban' else 'suspend' end
	) then
		raise exception 'A restriction without an entry in the log of moderation' using errcode = 'restrict_violation';
	end if;
	return null;
end $$;
create constraint trigger restriction_logged after update of banned_at, suspended_until on users deferrable initially deferred for each row
	when (new.banned_at is not null and old.banned_at is null or new.suspended_until is not null and new.suspended_until is distinct from old.suspended_until)
	execute function restriction_logged();

create function spoiler_lock_logged() returns trigger language plpgsql as $$
begin
	if not exists (select from moderation_actions where subject_id = new.id and action = 'mark_spoiler' and undone_at is null) then
		raise exception 'A spoiler mark without an entry in the log of moderation' using errcode = 'restrict_violation';
	end if;
	return null;
end $$;
create constraint trigger review_spoiler_lock_logged after update of spoiler_locked on reviews deferrable initially deferred for each row
	when (new.spoiler_locked and not old.spoiler_locked) execute function spoiler_lock_logged();
create constraint trigger comment_spoiler_lock_logged after update of spoiler_locked on comments deferrable initially deferred for each row
	when (new.spoiler_locked and not old.spoiler_locked) execute function spoiler_lock_logged();

-- What the transparency report counts, by quarter: `2026-Q4`.
create table moderation_quarters (
	quarter text not null,
	kind text not null check (kind in ('report', 'action', 'appeal')),
	key text not null,
	n integer not null,
	primary key (quarter, kind, key)
);

create function count_quarter(at timestamptz, of_kind text, of_key text, step integer) returns void language sql as $$
	insert into moderation_quarters as q (quarter, kind, key, n) values (to_char(at at time zone 'UTC', 'YYYY"-Q"Q'), of_kind, of_key, step)
		on conflict (quarter, kind, key) do update set n = q.n + step
$$;

create function moderation_counted() returns trigger language plpgsql as $$
begin
	case tg_table_name
		when 'reports' then perform count_quarter(new.created_at, 'report', new.reason, 1);
		when 'moderation_actions' then perform count_quarter(new.created_at, 'action', new.action, 1);
		else
			if tg_op = 'UPDATE' then perform count_quarter(old.created_at, 'appeal', old.state, -1); end if;
			perform count_quarter(new.created_at, 'appeal', new.state, 1);
	end case;
	return null;
end $$;
create trigger report_counted after insert on reports for each row execute function moderation_counted();
create trigger action_counted after insert on moderation_actions for each row execute function moderation_counted();
create trigger appeal_counted after insert on appeals for each row execute function moderation_counted();
create trigger appeal_decided after update of state on appeals for each row when (old.state <> new.state) execute function moderation_counted();
