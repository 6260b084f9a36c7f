-- Blocked words are compared with ß as ss.
update blocked_words b set key = replace(key, 'ß', 'ss')
	where position('ß' in key) > 0 and not exists (select from blocked_words other where other.key = replace(b.key, 'ß', 'ss'));
