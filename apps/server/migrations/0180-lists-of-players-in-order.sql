-- Staff page through lists of players: those that can be continued, then the newest.
create index bulk_lists_listed_idx on bulk_lists ((finished_at is null) desc, created_at desc, id);
