-- The rules as HTML, and the version of the rules that was rendered: an earlier version of the site changes rules without it.
alter table site_settings
	add column rules_html text,
	add column rules_html_version integer;
