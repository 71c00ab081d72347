-- The trigrams find the text in a name from its second letter on, because what begins with it is found by 0172. An older
-- release finds the same without the trigrams, and more slowly. Built before the old one goes, as there.
create index account_search_text_next_idx on account_search
  using gin (substr(user_name, 2) gin_trgm_ops, email gin_trgm_ops) with (fastupdate = off);
alter index account_search_text_next_idx alter column 1 set statistics 400;
-- What an index computes has no statistics before that.
analyze account_search;
drop index account_search_text_idx;
alter index account_search_text_next_idx rename to account_search_text_idx;
