-- When something happens in the game that an article announces.
alter table news
  add column event_starts_at timestamptz,
  add column event_ends_at timestamptz,
  add constraint news_event_ends_after_start check (
    event_ends_at is null or (event_starts_at is not null and event_ends_at > event_starts_at)
  );

create index news_events_idx on news (event_starts_at) where status = 'published' and event_starts_at is not null;
