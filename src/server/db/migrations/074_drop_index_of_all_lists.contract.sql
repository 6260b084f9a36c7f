-- Only processes of an earlier version read the newest of all lists, whatever their visibility.
drop index lists_newest;
