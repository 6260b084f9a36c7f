-- Whom a private list mentions hears of it only once others may see the list.

create function users_mentioned_in_private() returns trigger language plpgsql as $$
begin
	perform store_mentions(new.id, new.user_id, new.mentioned, array(select id from visible_users where lower(username) = any (new.mentioned)),
		case tg_op when 'INSERT' then new.created_at else new.updated_at end);
	return null;
end $$;

drop trigger list_users_mentioned on lists;
drop trigger list_users_mentioned_again on lists;
create trigger list_users_mentioned after insert on lists for each row
	when (new.mentioned <> '{}' and new.visibility <> 'private') execute function users_mentioned();
create trigger list_users_mentioned_again after update of mentioned on lists for each row
	when ((new.mentioned <> '{}' or old.mentioned <> '{}') and new.visibility <> 'private') execute function users_mentioned();
create trigger list_users_mentioned_privately after insert on lists for each row
	when (new.mentioned <> '{}' and new.visibility = 'private') execute function users_mentioned_in_private();
create trigger list_users_mentioned_privately_again after update of mentioned on lists for each row
	when ((new.mentioned <> '{}' or old.mentioned <> '{}') and new.visibility = 'private') execute function users_mentioned_in_private();

create function list_mentions_revealed() returns trigger language plpgsql as $$
begin
	perform notify_user(m.user_id, 'mention', new.id, new.id, new.user_id, new.updated_at)
		from (select distinct user_id from mentions where subject = new.id order by user_id) m
		where not exists (
			select from notification_events e where e.target = new.id and e.source = new.id and e.kind = 'mention' and e.user_id = m.user_id
		);
	return null;
end $$;
-- In the alphabet after the triggers that count
create trigger list_users_mentioned_visibly after update of visibility on lists for each row
	when (old.visibility = 'private' and new.visibility <> 'private') execute function list_mentions_revealed();
