-- What the operator sets for the landing page: one row.
create table site_settings (
  id integer primary key default 1 check (id = 1),
  -- Empty: no notice.
  maintenance_text text not null default '',
  maintenance_ends_at timestamptz check (maintenance_ends_at is null or maintenance_text <> ''),
  featured_product_id integer references products (id),
  -- Empty: none.
  client_version text not null default '',
  -- A list of {name, minimum, recommended}.
  requirements jsonb not null default '[]' check (jsonb_typeof(requirements) = 'array'),
  revision integer not null default 1
);
create index site_settings_featured_product_id_idx on site_settings (featured_product_id);

insert into site_settings default values;

create trigger site_settings_changed after insert or update or delete on site_settings
  for each statement execute function notify_content_changed();
