-- Lists can be unlisted or private, ranked or not, tagged, and copies of others. What others are shown (activities, feeds and
-- counts) has public lists only: triggers follow a change at once.

alter table lists
	add column visibility text not null default 'public' check (visibility in ('public', 'unlisted', 'private')),
	add column is_ranked boolean not null default true,
	-- as typed, and in the form that is the same for all spellings
	add column tags text[] not null default '{}',
	add column tag_keys text[] not null default '{}',
	-- a list that may be gone by now
	add column copied_from uuid;
create index lists_public on lists (created_at, id) where visibility = 'public';
create index lists_public_of_user on lists (user_id, created_at, id) where visibility = 'public';
create index lists_public_by_id on lists (id) where visibility = 'public';
create index lists_tagged on lists using gin (tag_keys) where visibility = 'public';
create index lists_copied on lists (copied_from, user_id) where copied_from is not null;

-- `list_count` is of the public ones, here are the others.
alter table user_counts add column hidden_list_count integer not null default 0;

-- Every list has counts now: 071 adds those of before. The columns of `lists` are copied, so that a ranking reads this table alone.
alter table list_counts
	add column user_id uuid,
	add column created_at timestamptz(3),
	add column is_public boolean not null default false,
	add column likes integer not null default 0,
	add column engagements_week integer not null default 0,
	add column engagements_month integer not null default 0,
	add column engagements_year integer not null default 0,
	add column engagements_total integer not null default 0,
	add column counted_on date;

create table list_likes (
	list_id uuid not null references list_counts on delete cascade,
	user_id uuid not null references users on delete cascade,
	created_at timestamptz(3) not null,
	primary key (list_id, user_id)
);
create index list_likes_of_user on list_likes (user_id, list_id);

create table list_days (
	list_id uuid not null references list_counts on delete cascade,
	day date not null,
	engagements integer not null default 0,
	primary key (list_id, day)
);
create index list_days_by_day on list_days using brin (day);

create or replace function list_counted() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		insert into list_counts (id, user_id, created_at, is_public) values (new.id, new.user_id, new.created_at, new.visibility = 'public');
		if new.visibility = 'public' then
			insert into activities (id, user_id, kind, created_at) values (new.id, new.user_id, 'list', new.created_at);
			update user_counts set list_count = list_count + 1 where id = new.user_id;
			perform count_site('lists', 1);
		else
			update user_counts set hidden_list_count = hidden_list_count + 1 where id = new.user_id;
		end if;
	elsif old.visibility = 'public' then
		perform remove_activities(array[old.id]);
		update user_counts set list_count = list_count - 1 where id = old.user_id;
		perform count_site('lists', -1);
	else
		update user_counts set hidden_list_count = hidden_list_count - 1 where id = old.user_id;
	end if;
	return null;
end $$;

create function list_visibility_changed() returns trigger language plpgsql as $$
declare step integer := case when new.visibility = 'public' then 1 else -1 end;
begin
	update list_counts set is_public = step > 0 where id = new.id;
	if step > 0 then
		insert into activities (id, user_id, kind, created_at) values (new.id, new.user_id, 'list', new.created_at);
	else
		perform remove_activities(array[new.id]);
	end if;
	update user_counts set list_count = list_count + step, hidden_list_count = hidden_list_count - step where id = new.user_id;
	perform count_site('lists', step);
	return null;
end $$;
-- In the alphabet before the trigger that locks people
create trigger list_changed_visibility after update of visibility on lists for each row
	when ((old.visibility = 'public') <> (new.visibility = 'public')) execute function list_visibility_changed();

drop trigger list_fed on lists;
create trigger list_fed after insert or update of created_at, visibility on lists for each row
	when (new.visibility = 'public') execute function raise_fed_at();

create or replace function handed_over() returns trigger language plpgsql as $$
begin
	if tg_table_name = 'reviews' then
		-- In the order of locks: the review's counts come before its entries, and these before its activity
		perform from review_counts where id = new.id for no key update;
		insert into library_entries (user_id, game_id, half_stars, review_id, is_withdrawn, created_at, updated_at)
			values (new.user_id, new.game_id, new.half_stars, new.id, true, new.created_at, new.updated_at);
		perform take_rating(new.id, old.user_id, new.game_id);
	elsif tg_table_name = 'lists' then
		update list_counts set user_id = new.user_id where id = new.id;
	end if;
	update activities set user_id = new.user_id where id = new.id;
	if tg_table_name = 'reviews' then
		update user_counts set review_count = review_count + case id when new.user_id then 1 else -1 end where id in (old.user_id, new.user_id);
		perform count_author_impressions(old.user_id, old.id, -1);
		perform count_author_impressions(new.user_id, new.id, 1);
	elsif tg_table_name = 'lists' then
		if new.visibility = 'public' then
			update user_counts set list_count = list_count + case id when new.user_id then 1 else -1 end where id in (old.user_id, new.user_id);
		else
			update user_counts set hidden_list_count = hidden_list_count + case id when new.user_id then 1 else -1 end where id in (old.user_id, new.user_id);
		end if;
	end if;
	return null;
end $$;

-- Adds the counts of the next `batch_rows` lists of before, in the order of their ids. Returns how many lists it looked at; 0: done.
create table list_count_progress (last_id uuid not null);
insert into list_count_progress values ('00000000-0000-0000-0000-000000000000');
create function fill_list_counts(batch_rows integer) returns integer language plpgsql as $$
declare ids uuid[] := array(select id from lists where id > (select last_id from list_count_progress) order by id limit batch_rows);
begin
	if cardinality(ids) = 0 then return 0; end if;
	perform from lists where id = any (ids) order by id for share;
	insert into list_counts (id, user_id, created_at, is_public) select id, user_id, created_at, visibility = 'public' from lists where id = any (ids)
		on conflict (id) do update set user_id = excluded.user_id, created_at = excluded.created_at, is_public = excluded.is_public;
	update list_count_progress set last_id = ids[cardinality(ids)];
	return cardinality(ids);
end $$;
