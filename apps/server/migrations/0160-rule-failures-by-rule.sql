-- Staff filter unmet rules by rule. A list of all rules merges their parts, so that each row still has one index besides its key's.
create index drop_rule_failures_by_rule_idx on drop_rule_failures (season_id, rule, last_at desc, account_id);
drop index drop_rule_failures_listed_idx;
