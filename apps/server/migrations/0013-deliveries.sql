create table deliveries (
  id bigint generated always as identity primary key,
  account_id integer not null references accounts (id),
  -- The game records it in the transaction of the effect: that is what makes delivery exactly-once.
  idempotency_key text not null unique,
  effect text not null check (effect in ('grant', 'revoke')),
  -- The grant that a revocation takes back, or keeps from ever being applied.
  revokes_key text references deliveries (idempotency_key),
  kind text not null,
  item_id integer,
  quantity integer not null check (quantity > 0),
  order_id integer,
  order_line_position integer,
  state text not null default 'pending' check (state in ('pending', 'leased', 'applied', 'dead', 'cancelled')),
  -- Attempts that the game answered with `retry`, or never answered.
  attempts integer not null default 0,
  -- Pending: not before. Leased: free again at.
  available_at timestamptz not null default now(),
  last_detail text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  foreign key (order_id, order_line_position) references order_lines (order_id, position),
  check ((effect = 'revoke') = (revokes_key is not null))
);

-- Small whatever the number of delivered rows: it holds what is still to be done.
create index deliveries_due_idx on deliveries (available_at, id) where state in ('pending', 'leased');
create index deliveries_order_idx on deliveries (order_id, order_line_position);
create index deliveries_account_id_idx on deliveries (account_id, id desc);
create index deliveries_dead_idx on deliveries (id desc) where state = 'dead';
create index deliveries_revokes_key_idx on deliveries (revokes_key) where revokes_key is not null;

create table bridge_tokens (
  token_hash bytea primary key,
  label text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);

create table bridge_addresses (
  address inet primary key,
  added_at timestamptz not null default now()
);

create table characters (
  account_id integer not null references accounts (id) on delete cascade,
  name text not null,
  level integer not null check (level > 0),
  class text not null,
  reported_at timestamptz not null default now(),
  primary key (account_id, name)
);
