-- When a session's owner last proved their identity with a second factor or a recovery code: a password alone changes no factors.
alter table sessions add column factor_proved_at timestamptz(3);
