-- An address may name a picture with escapes: %61 is an a. And what stands before the name need not be media/ as written.

-- The letters, digits and dots of a picture's address, read as a server reads them.
create function unescaped_letters(written text) returns text language plpgsql immutable as $$
declare
  letter text;
begin
  if written !~ '%[2367]' then
    return written;
  end if;
  foreach letter in array string_to_array('abcdefimpw0123456789.', null) loop
    written := replace(written, '%' || to_hex(ascii(letter)), letter);
    written := replace(written, '%' || upper(to_hex(ascii(letter))), letter);
  end loop;
  return written;
end $$;

create or replace function picture_names(written text) returns setof text language sql immutable as $$
  select distinct found[1]
  from regexp_matches(unescaped_letters(written), '/([0-9a-f]{48}\.webp|[0-9a-f]{32}\.webp)', 'g') as found
$$;

-- What is shown already. One that is removed stays so.
insert into picture_uses (picture, used_in, row_id)
  select name, used_in, row_id
  from (
    select 'news' as used_in, id as row_id, picture_names(news::text) as name from news
    union select 'patch_notes', id, picture_names(patch_notes::text) from patch_notes
    union select 'products', id, picture_names(products::text) from products where deleted_at is null
    union select 'product_categories', id, picture_names(product_categories::text) from product_categories
    union select 'twitch_rewards', id, picture_names(twitch_rewards::text) from twitch_rewards where deleted_at is null
  ) as shown
  join pictures using (name)
  where removed_at is null
  on conflict do nothing;
