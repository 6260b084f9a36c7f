select fold_searches(1000) as remaining
