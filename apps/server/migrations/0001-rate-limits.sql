-- Counters of recent attempts. Unlogged: losing them in a crash costs nothing but the counting.
create unlogged table rate_limits (
  key text primary key,
  used integer not null,
  resets_at timestamptz not null
);

create index rate_limits_resets_at_idx on rate_limits (resets_at);
