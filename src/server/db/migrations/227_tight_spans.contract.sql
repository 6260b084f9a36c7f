drop function description_tightened, content_tightened, notes_tightened cascade;
drop function takes_loose_spans, tight_spans;
