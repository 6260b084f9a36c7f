drop function add_sightings(uuid[], text[], date[], boolean[], integer, integer);
