-- Staff find the items of products and rewards by id or by a part of their name.
create index product_lines_item_id_idx on product_lines (item_id) where item_id is not null;
create index product_lines_item_label_idx on product_lines using gin (label gin_trgm_ops) where kind = 'item';
create index product_line_items_item_id_idx on product_line_items (server_id, item_id);
-- It leads with the server too.
drop index product_line_items_server_id_idx;
create index twitch_rewards_item_id_idx on twitch_rewards (item_id) where item_id is not null;
create index twitch_rewards_title_idx on twitch_rewards using gin (title gin_trgm_ops);
