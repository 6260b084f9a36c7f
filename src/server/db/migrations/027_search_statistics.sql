-- Searches are planned by how many games are marked as popular. These are few of many, so that the usual threshold, a tenth of the
-- table, would never have them counted
alter table game_search set (autovacuum_vacuum_scale_factor = 0.005, autovacuum_analyze_scale_factor = 0.005);
