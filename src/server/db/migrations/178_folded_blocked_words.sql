-- Blocked words are compared in a form that folds what has no lower case of one letter, such as ß, as well.
with folded as (
	select distinct on (folded) key, folded
	from (select key, replace(replace(key, 'ß', 'ss'), 'ı', 'i') as folded from blocked_words) words
	where key <> folded and folded not in (select key from blocked_words)
	order by folded, key
)
update blocked_words b set key = f.folded from folded f where b.key = f.key;
