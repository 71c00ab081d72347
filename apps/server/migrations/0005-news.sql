create function notify_content_changed() returns trigger language plpgsql as $$
begin
  notify content_changed;
  return null;
end
$$;

create table news (
  id integer generated always as identity primary key,
  status text not null default 'draft' constraint news_status_known check (status in ('draft', 'published')),
  title text not null,
  snippet text not null default '',
  body text not null,
  -- Rendered and sanitised when the article is saved, never while it is read.
  body_html text not null,
  category text not null default 'Updates',
  image_url text,
  -- Set when the article is first published, and kept through everything that happens to it later.
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint news_published_has_time check (status <> 'published' or published_at is not null)
);

create index news_published_idx on news (published_at desc, id desc) where status = 'published';

create trigger news_changed after insert or update or delete or truncate on news
  for each statement execute function notify_content_changed();
