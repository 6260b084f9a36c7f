-- What changed about games: by edits of moderators, by imports and by merges
create table game_changes (
	id integer generated always as identity primary key,
	game_id integer not null references games on delete cascade,
	kind text not null check (kind in ('edit', 'import', 'merge')),
	-- Of an import
	source text,
	-- Of an edit: its entry in the log of moderation, and that of the edit which it undid
	action_id uuid unique references moderation_actions,
	undoes uuid references moderation_actions,
	-- What was shown before and after, by fact; long texts are cut
	facts jsonb not null,
	-- Of an edit: what the site said of each fact before and after; what it did not say is absent
	said jsonb,
	created_at timestamptz(3) not null,
	check ((kind = 'edit') = (action_id is not null)),
	check ((kind = 'edit') = (said is not null)),
	check ((kind = 'import') = (source is not null))
);
create index game_changes_of_game on game_changes (game_id, id desc);
create index game_changes_undoing on game_changes (undoes) where undoes is not null;

-- Edits of games and decisions about suggested ones are in the log, too; `subject_id` is the edit, or the suggestion
alter table moderation_actions drop constraint moderation_actions_subject_check;
alter table moderation_actions add constraint moderation_actions_subject_check
	check (subject in ('review', 'comment', 'list', 'user', 'game', 'suggestion'));
create index moderation_actions_public on moderation_actions (created_at desc, id desc)
	where action <> 'dismiss' and subject not in ('game', 'suggestion');
