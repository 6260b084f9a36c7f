-- Which secret the site has, in one row: its fingerprint, recorded by the first start.
create table site_secret (
	is_only boolean primary key default true check (is_only),
	fingerprint text not null
);
