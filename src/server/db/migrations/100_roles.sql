-- What an account may do beside what everyone may: moderators keep order, admins run the site.

alter table users add column role text not null default 'member' check (role in ('member', 'moderator', 'admin'));
create index staff on users (role, id) where role <> 'member';
