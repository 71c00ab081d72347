create table product_categories (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  icon text not null default '',
  description text not null default '',
  description_html text not null default '',
  position integer not null default 0
);

create unique index product_categories_name_key on product_categories (lower(name));

create table products (
  id integer generated always as identity primary key,
  storefront text not null check (storefront in ('shop', 'donation')),
  -- Without a category a product is listed under 'General'.
  category_id integer references product_categories (id) on delete set null,
  name text not null check (name <> ''),
  new_name text,
  description text not null default '',
  description_html text not null default '',
  -- The card network's own minimum is half a euro.
  price_cents integer not null check (price_cents between 50 and 99999999),
  new_price_cents integer check (new_price_cents between 50 and 99999999),
  is_sale boolean not null default false,
  sale_ends_at timestamptz,
  custom_icon_url text not null default '',
  stock integer check (stock >= 0),
  account_limit integer check (account_limit > 0),
  position integer not null default 0,
  is_listed boolean not null default true,
  -- Deleted products stay, so that orders can point at them.
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index products_listed_idx on products (storefront, position, id) where is_listed and deleted_at is null;
create index products_category_id_idx on products (category_id);

create table product_lines (
  product_id integer not null references products (id) on delete cascade,
  position integer not null,
  kind text not null check (
    kind in ('premium_coins', 'second_coins', 'item', 'club_days', 'founder_package', 'veteran_package')
  ),
  quantity integer not null check (quantity between 1 and 100000000),
  item_id integer,
  label text not null,
  primary key (product_id, position),
  check ((kind = 'item') = (item_id is not null))
);

create trigger product_categories_changed after insert or update or delete on product_categories
  for each statement execute function notify_content_changed();
create trigger products_changed after insert or update or delete on products
  for each statement execute function notify_content_changed();
create trigger product_lines_changed after insert or update or delete on product_lines
  for each statement execute function notify_content_changed();
