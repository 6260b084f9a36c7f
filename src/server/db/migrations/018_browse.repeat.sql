-- Games from before there were triggers, a batch at a time
select fill_browse(5000) as remaining
