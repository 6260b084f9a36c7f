-- A ticket that connects a provider to an account: the person there, and the session that asked. All three are null
-- where the ticket is worth a session.
alter table login_tickets
	add column provider text,
	add column subject text,
	add column session_id uuid,
	add check ((provider is null) = (subject is null) and (subject is null) = (session_id is null));
