select fill_list_counts(5000) as remaining
