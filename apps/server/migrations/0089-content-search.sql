-- Full text search of what visitors read. Titles weigh most. Rewrites both tables, some milliseconds for a thousand texts.
alter table news
  add column search_vector tsvector not null generated always as (
    setweight(to_tsvector('english', title), 'A') ||
    setweight(to_tsvector('english', category || ' ' || snippet), 'B') ||
    setweight(to_tsvector('english', html_to_text(body_html)), 'C')) stored;

alter table patch_notes
  add column search_vector tsvector not null generated always as (
    setweight(to_tsvector('english', version || ' ' || title), 'A') ||
    setweight(to_tsvector('english', html_to_text(body_html)), 'C')) stored;

create index news_words_idx on news using gin (search_vector) where status = 'published';
create index patch_notes_words_idx on patch_notes using gin (search_vector) where status = 'published';
