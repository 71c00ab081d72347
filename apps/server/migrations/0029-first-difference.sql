-- How many characters two texts have in common at their beginning. In bytes, of which parts are found at once, and by
-- halves: texts have a hundred thousand characters.
create function shared_length(one text, other text) returns integer language plpgsql immutable strict as $$
declare
  a bytea := convert_to(one, 'UTF8');
  b bytea := convert_to(other, 'UTF8');
  same integer := 0;
  most integer := least(length(a), length(b));
  half integer;
begin
  while same < most loop
    half := (same + most + 1) / 2;
    if substring(a from same + 1 for half - same) = substring(b from same + 1 for half - same) then
      same := half;
    else
      most := half - 1;
    end if;
  end loop;
  -- A character of several bytes is shared as a whole or not at all.
  while same > 0 and same < length(a) and get_byte(a, same) & 192 = 128 loop
    same := same - 1;
  end loop;
  return length(convert_from(substring(a for same), 'UTF8'));
end $$;
