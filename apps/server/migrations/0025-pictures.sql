-- Every uploaded picture, and what became of it.
create table pictures (
  -- Of the file in media/. Never given twice, so that whoever removes a file removes nothing newer.
  name text primary key,
  -- The beginning of the content's SHA-256, by which the same picture is found again; null for a record's own.
  content text,
  uploaded_at timestamptz not null default now(),
  -- From here on nothing may refer to it, for good: the file goes.
  removed_at timestamptz,
  has_file boolean not null default true check (has_file or removed_at is not null)
);

create unique index pictures_content_key on pictures (content) where removed_at is null;

-- Where a picture is shown: kept by the tables themselves, whoever writes them.
create table picture_uses (
  picture text not null references pictures,
  used_in text not null,
  row_id integer not null,
  primary key (picture, used_in, row_id)
);

create index picture_uses_row_idx on picture_uses (used_in, row_id);

create function picture_names(written text) returns setof text language sql immutable as $$
  select distinct found[1]
  from regexp_matches(written, 'media/([0-9a-f]{48}\.webp|[0-9a-f]{32}\.webp)', 'g') as found
$$;

create function note_picture_uses() returns trigger language plpgsql as $$
declare
  -- A row that is only marked as deleted shows nothing any more. Not every table has such a mark.
  names text[] := array(select picture_names(new::text) where to_jsonb(new) ->> 'deleted_at' is null);
  named record;
begin
  if tg_op <> 'INSERT' then
    delete from picture_uses where used_in = tg_table_name and row_id = old.id and picture <> all (names);
  end if;
  -- Locked: whoever wants to remove one of them waits until this is committed, and then finds it in use. In the
  -- order of their names, and one that is removed at this moment is seen as it is afterwards.
  for named in select name, removed_at from pictures where name = any (names) order by name for key share loop
    if named.removed_at is not null then
      raise exception using errcode = 'WG001',
        message = format('The picture /api/media/%s is no longer kept. Please add it again.', named.name);
    end if;
    insert into picture_uses values (named.name, tg_table_name, new.id) on conflict do nothing;
  end loop;
  return null;
end $$;

create trigger news_pictures after insert or delete or update of body, body_html, image_url on news
  for each row execute function note_picture_uses();
create trigger patch_notes_pictures after insert or delete or update of body, body_html on patch_notes
  for each row execute function note_picture_uses();
create trigger products_pictures
  after insert or delete or update of description, description_html, custom_icon_url, deleted_at on products
  for each row execute function note_picture_uses();
create trigger product_categories_pictures
  after insert or delete or update of icon, description, description_html on product_categories
  for each row execute function note_picture_uses();
create trigger twitch_rewards_pictures
  after insert or delete or update of description, image_url, deleted_at on twitch_rewards
  for each row execute function note_picture_uses();

-- What was uploaded so far, and where it is shown, or stands in a row that is marked as deleted.
create temporary table shown on commit drop as
  select 'news' as used_in, id as row_id, picture_names(news::text) as picture, true as is_use from news
  union select 'patch_notes', id, picture_names(patch_notes::text), true from patch_notes
  union select 'products', id, picture_names(products::text), deleted_at is null from products
  union select 'product_categories', id, picture_names(product_categories::text), true from product_categories
  union select 'twitch_rewards', id, picture_names(twitch_rewards::text), deleted_at is null from twitch_rewards;

insert into pictures (name, content)
  select name, case length(name) when 37 then left(name, 32) end
  from (
    select picture as name from shown
    union select picture_names(target) from audit_entries where kind = 'image.upload'
  ) as known;

insert into picture_uses (picture, used_in, row_id) select picture, used_in, row_id from shown where is_use;
