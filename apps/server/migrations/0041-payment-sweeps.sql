-- How far the refunds and disputes of a provider's account were listed, so that a lost webhook costs hours.
create table payment_sweeps (
  provider text not null,
  is_live boolean not null,
  subject text not null check (subject in ('refunds', 'disputes')),
  -- Whether the portal sells by this account now.
  is_active boolean not null default true,
  -- Everything that was made at the provider before this was listed by a finished run.
  swept_until timestamptz,
  -- The oldest dispute that the last finished run saw open.
  open_since timestamptz,
  finished_at timestamptz,
  -- The run that is under way; null in between.
  began_at timestamptz,
  list_from timestamptz,
  wake_from timestamptz,
  seen_open_since timestamptz,
  -- The last row of the last page that was stored.
  cursor text,
  pages integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (provider, is_live, subject),
  check ((began_at is null) = (list_from is null) and (began_at is null) = (wake_from is null))
);

-- What is wrong with the account at the provider, such as a webhook endpoint without an event that is needed.
create table payment_findings (
  kind text not null check (kind in ('endpoint_missing', 'endpoint_disabled', 'event_missing', 'permission_missing')),
  detail text not null,
  -- 'check': seen by the last check. 'request': the provider refused a request for it.
  source text not null check (source in ('check', 'request')),
  found_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (kind, detail)
);
