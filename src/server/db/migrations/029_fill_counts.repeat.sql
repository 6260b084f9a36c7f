select fill_counts(5000) as remaining
