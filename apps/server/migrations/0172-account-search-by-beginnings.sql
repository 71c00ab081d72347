-- Staff search names by any part. A name that begins with the text is found along its index, which now has all that the
-- list is sorted by: most of what a broad search finds begins with it, and no row is read for that.
-- The new index is built before the old one goes: readers wait for nothing but its last moment.
create index account_search_user_name_next_idx on account_search (user_name, account_id) include (email, registered_at);
drop index account_search_user_name_idx;
alter index account_search_user_name_next_idx rename to account_search_user_name_idx;
