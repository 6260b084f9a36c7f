-- When a session's owner last proved who they are: by signing in, by the password, or by signing in again.
alter table sessions add column proved_at timestamptz(3);

-- What a ticket is for. One that proves names no provider: its account is enough.
alter table login_tickets add column purpose text not null default 'sign-in'
	check (purpose in ('sign-in', 'connect', 'reauthenticate'));
update login_tickets set purpose = 'connect' where subject is not null;
alter table login_tickets add check ((purpose = 'connect') = (subject is not null));
