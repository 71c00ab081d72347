-- Staff search streamers by a part of their name on Twitch. Links are written when a player links or is renamed there.
create index twitch_links_login_idx on twitch_links using gin ((lower(login) collate "C") gin_trgm_ops) with (fastupdate = off);
