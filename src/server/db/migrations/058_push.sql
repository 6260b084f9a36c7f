-- The devices that get push messages, and the messages that are on their way. A device belongs to the session that subscribed
-- it and ends with it, and its address belongs to one account at a time.

create table push_subscriptions (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null references users on delete cascade,
	session_id uuid not null references sessions on delete cascade,
	endpoint text not null unique,
	host text not null,
	-- the public key and the secret of the browser, in base64url
	p256dh text not null,
	auth text not null,
	-- how many messages in a row its push service has not accepted
	failures integer not null default 0,
	created_at timestamptz(3) not null
);
create index push_subscriptions_of_user on push_subscriptions (user_id, created_at desc, id desc);
create index push_subscriptions_of_session on push_subscriptions (session_id);

create table push_deliveries (
	notification_id uuid not null references notifications on delete cascade,
	subscription_id uuid not null references push_subscriptions on delete cascade,
	host text not null,
	attempts integer not null default 0,
	created_at timestamptz(3) not null,
	-- null once a process is sending it. One that is killed meanwhile may have sent it, so no other one does.
	next_attempt_at timestamptz(3),
	primary key (notification_id, subscription_id)
);
-- The hosts of push services one by one, so that one that never answers holds up no other
create index push_deliveries_due on push_deliveries (host, next_attempt_at) where next_attempt_at is not null;
create index push_deliveries_of_subscription on push_deliveries (subscription_id);
create index push_deliveries_oldest on push_deliveries (created_at);

create function push_of_ended_session() returns trigger language plpgsql as $$
begin
	delete from push_subscriptions where session_id = new.id;
	return null;
end $$;
create trigger session_ended_without_push after update of ended_at on sessions for each row
	when (old.ended_at is null and new.ended_at is not null) execute function push_of_ended_session();
