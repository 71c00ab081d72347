-- Uses are counted stage by stage, and only while the earlier stages have room. A key is in the same stage in every call,
-- so that rows are always locked by stage, then key.
alter table rate_limits add column stage smallint not null default 0;

-- Browsers that an account has signed in from. Their attempts are counted apart from those of strangers.
create table known_devices (
  -- SHA-256 of the token in the browser's cookie: reading this table makes no device known.
  token_hash bytea primary key,
  account_id integer not null references accounts on delete cascade,
  last_used_at timestamptz not null default now()
);

create index known_devices_account_id_idx on known_devices (account_id);
create index known_devices_last_used_at_idx on known_devices (last_used_at);

-- Networks that an account has signed in from, for browsers without the cookie.
create table known_networks (
  account_id integer not null references accounts on delete cascade,
  network text not null,
  last_used_at timestamptz not null default now(),
  primary key (account_id, network)
);

create index known_networks_last_used_at_idx on known_networks (last_used_at);
