-- What the list of patch notes says about each: how it begins, and how much is new, changed and fixed. Generated, so that no
-- writer can forget them. The functions call nothing of ours: a restore may compute these columns with an empty search path.

-- The text of sanitised HTML on one line. Quoted attributes may have an angle bracket; text has them escaped.
create function html_to_text(html text) returns text language sql immutable parallel safe as $$
  select trim(regexp_replace(replace(replace(
    regexp_replace(
      regexp_replace(html, '</?(?:a|code|del|em|strong)(?:\s[^>"]*(?:"[^"]*"[^>"]*)*)?>', '', 'g'),
      '<[^>"]*(?:"[^"]*"[^>"]*)*>', ' ', 'g'),
    '&#x3C;', '<'), '&#x26;', '&'), '\s+', ' ', 'g'))
$$;

-- The first 200 characters, to the end of a word.
create function first_words(plain text) returns text language sql immutable parallel safe as $$
  select case
    when length(plain) <= 200 then plain
    else regexp_replace(left(plain, 199), '\s+\S*$', '') || '…'
  end
$$;

-- Counts the items of lists, not those of lists in them. What an item is, its section's heading says, or else its own words.
-- A heading that says nothing belongs to the one above it, if that is of a higher level.
create function patch_changes(html text) returns jsonb language plpgsql immutable parallel safe as $$
declare
  fixing constant text := '\m(bug|hotfix|fix|fixes|fixed|bugfix|bugfixes|bugs|hotfixes|resolved)\M';
  adding constant text := '\m(new|add|adds|added|additions?|introduc(e|es|ed|ing)|(is|are) (now )?(open|available|playable))\M';
  changing constant text := '\m(chang(e|es|ed)|balanc(e|ing)|improvements?|improved|adjust(ments?|ed)|updat(es?|ed)|tweaks?|reworks?)\M';
  counts jsonb := '{"new": 0, "changed": 0, "fixed": 0}';
  part text[];
  said text;
  kind text;
  item text;
  kind_level integer := 0;
  level integer;
  depth integer := 0;
begin
  for part in
    select matched from regexp_matches(
      html,
      '<(/?[uo]l)\M[^>]*>|<h([2-6])\M[^>]*>([^\n]*?)</h[2-6]>|<p><strong>([^<\n]*)</strong>:?</p>|<li\M[^>]*>\n?([^\n]*)',
      'g') as matched
  loop
    if part[1] is not null then
      depth := greatest(depth + case when part[1] like '/%' then -1 else 1 end, 0);
    elsif part[5] is null then
      said := coalesce(part[3], part[4]);
      level := coalesce(part[2]::integer, 7);
      if said ~* '\m(known|footnotes|upgrade|install|thanks|credits)' then
        kind := 'none';
        kind_level := level;
      elsif said ~* (fixing || '|' || adding || '|' || changing) then
        kind := case when said ~* fixing then 'fixed' when said ~* adding then 'new' else 'changed' end;
        kind_level := level;
      elsif level <= kind_level then
        kind := null;
        kind_level := 0;
      end if;
    elsif depth = 1 and kind is distinct from 'none' then
      item := coalesce(kind, case
        when part[5] ~* ('^\s*(<p>)?' || fixing) then 'fixed'
        when part[5] ~* adding then 'new'
        else 'changed'
      end);
      counts := jsonb_set(counts, array[item], to_jsonb((counts ->> item)::integer + 1));
    end if;
  end loop;
  return counts;
end $$;

alter table patch_notes
  add column summary text not null generated always as (first_words(html_to_text(coalesce(
    substring(body_html from '<p>(?!<strong>[^<]*</strong>:?</p>)(.*?)</p>'),
    substring(body_html from '<li>(.*?)</li>'),
    '')))) stored,
  add column changes jsonb not null generated always as (patch_changes(body_html)) stored;
