-- A person's preferences. Without a row they are the defaults of the contract, and so is each channel of a kind that is absent.

create table preferences (
	user_id uuid primary key references users on delete cascade,
	spoilers text not null default 'progress' check (spoilers in ('hide', 'progress', 'show')),
	digest text not null default 'weekly' check (digest in ('never', 'daily', 'weekly')),
	-- by kind and channel: {"reply": {"mail": true}}
	notifications jsonb not null default '{}'
);
