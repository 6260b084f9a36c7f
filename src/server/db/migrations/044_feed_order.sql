-- Not earlier than anything of a person that feeds show (reviews, lists, logs), so that a feed reads only the people whose news may
-- belong on the page. Null while it is unknown: 045 finds it out. Deletions leave it.
alter table user_counts add column fed_at timestamptz(3);
alter table user_counts alter column fed_at set default 'epoch';

-- Even while it is unknown, the row is locked: 045 waits for this transaction, and then sees what it wrote.
create function raise_fed_at() returns trigger language plpgsql as $$
begin
	update user_counts set fed_at = case when fed_at is not null then new.created_at end
		where id = new.user_id and (fed_at is null or fed_at < new.created_at);
	return null;
end $$;
-- In the alphabet after the triggers that lock games and people in their order
create trigger review_fed after insert or update of created_at on reviews for each row execute function raise_fed_at();
create trigger list_fed after insert or update of created_at on lists for each row execute function raise_fed_at();
create trigger log_fed after insert or update of created_at on feed_logs for each row execute function raise_fed_at();

-- Finds out the next `batch_rows` people's, in the order of their ids. Returns how many people it looked at; 0: done.
create table feed_order_progress (last_id uuid not null);
insert into feed_order_progress values ('00000000-0000-0000-0000-000000000000');
create function fill_feed_order(batch_rows integer) returns integer language plpgsql as $$
declare ids uuid[] := array(select id from user_counts where id > (select last_id from feed_order_progress) order by id limit batch_rows);
begin
	if cardinality(ids) = 0 then return 0; end if;
	perform from user_counts where id = any (ids) order by id for no key update;
	update user_counts c set fed_at = greatest('epoch',
			(select max(created_at) from reviews where user_id = c.id),
			(select max(created_at) from lists where user_id = c.id),
			(select max(created_at) from feed_logs where user_id = c.id and burst_id is null))
		where id = any (ids) and fed_at is null;
	update feed_order_progress set last_id = ids[cardinality(ids)];
	return cardinality(ids);
end $$;
