-- Staff search streamers by a part of their name on Twitch, as they search accounts (0172): beginnings along an index,
-- and the rest by trigrams from the second letter on. Links are written when a player links or is renamed there, and read
-- for each profile: the new indexes are built before the old one goes.
create index twitch_links_login_beginning_idx on twitch_links ((lower(login) collate "C"));
create index twitch_links_login_next_idx on twitch_links
  using gin (substr(lower(login) collate "C", 2) gin_trgm_ops) with (fastupdate = off);
analyze twitch_links;
drop index twitch_links_login_idx;
alter index twitch_links_login_next_idx rename to twitch_links_login_idx;
