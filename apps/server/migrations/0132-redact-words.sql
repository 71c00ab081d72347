-- A text in which these words are replaced, whatever their case. Parts of longer words stay.
create function redact_words(given text, words text[]) returns text language plpgsql immutable as $$
declare
  word text;
begin
  foreach word in array words loop
    given := regexp_replace(given, '\m' || regexp_replace(word, '([^[:alnum:]_])', '\\\1', 'g') || '\M', '[erased]', 'gi');
  end loop;
  return given;
end $$;
