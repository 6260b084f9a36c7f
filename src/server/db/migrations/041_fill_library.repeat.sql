select fill_library(500) as remaining
