-- The address of one of a picture's widths counts as a use of the picture: <name>-720.avif uses <name>.webp.

create or replace function unescaped_letters(written text) returns text language plpgsql immutable as $$
declare
  letter text;
begin
  if written !~ '%[2367]' then
    return written;
  end if;
  foreach letter in array string_to_array('abcdefimpvw0123456789.-', null) loop
    written := replace(written, '%' || to_hex(ascii(letter)), letter);
    written := replace(written, '%' || upper(to_hex(ascii(letter))), letter);
  end loop;
  return written;
end $$;

create or replace function picture_names(written text) returns setof text language sql immutable as $$
  select distinct found[1] || '.webp'
  from regexp_matches(
    unescaped_letters(written), '/([0-9a-f]{48}|[0-9a-f]{32})(?:\.webp|-[0-9]{3,4}\.avif)', 'g'
  ) as found
$$;
