-- Staff filter deliveries by kind and time, products by listing, texts by status, and past alerts by name.
-- Nearly all are items. Any other kind is found among few.
create index deliveries_kind_idx on deliveries (kind, id desc) where kind <> 'item';
-- Rows stand nearly in the order of their creation, so a block range index is enough, and costs a write next to nothing.
create index deliveries_created_idx on deliveries using brin (created_at timestamptz_minmax_multi_ops)
  with (autosummarize = on);
create index products_hidden_idx on products (position, id) where not is_listed and deleted_at is null;
create index news_drafts_idx on news (updated_at desc, id desc) where status = 'draft';
create index patch_notes_drafts_idx on patch_notes (updated_at desc, id desc) where status = 'draft';
create index alert_incidents_past_by_alert_idx on alert_incidents (alert, cleared_at desc, id desc)
  where cleared_at is not null;

-- Lists of players that nobody has finished: few, of all that there ever were.
create index bulk_lists_unfinished_idx on bulk_lists (created_at, id) where finished_at is null;
