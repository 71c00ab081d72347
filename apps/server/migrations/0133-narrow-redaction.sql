-- A text in which these e-mail addresses are replaced, whatever their case. Longer addresses that contain one stay.
create function redact_addresses(given text, addresses text[]) returns text language plpgsql immutable as $$
declare
  address text;
begin
  foreach address in array addresses loop
    given := regexp_replace(
      given,
      '(?<![[:alnum:]_.+%-])' || regexp_replace(address, '([^[:alnum:]_])', '\\\1', 'g') || '(?![[:alnum:]_-]|\.[[:alnum:]])',
      '[erased]', 'gi');
  end loop;
  return given;
end $$;

-- Replaces e-mail addresses in texts, and texts that are one, and below these keys texts that are one of `wholes`: elsewhere a text that is the
-- same as somebody's name is about something else. Both are in lower case.
create function redact_mentions(given jsonb, keys text[], emails text[], wholes text[], is_below boolean default false)
returns jsonb language plpgsql immutable as $$
begin
  case jsonb_typeof(given)
    when 'object' then
      return coalesce(
        (select jsonb_object_agg(key, redact_mentions(value, keys, emails, wholes, is_below or key = any(keys)))
         from jsonb_each(given)),
        given);
    when 'array' then
      return coalesce(
        (select jsonb_agg(redact_mentions(value, keys, emails, wholes, is_below) order by place)
         from jsonb_array_elements(given) with ordinality as elements (value, place)),
        given);
    when 'string' then
      if lower(given #>> '{}') = any(emails) or (is_below and lower(given #>> '{}') = any(wholes)) then
        return '"[erased]"';
      end if;
      return to_jsonb(redact_addresses(given #>> '{}', emails));
    else
  end case;
  return given;
end $$;

-- An entry as it is without the mentions of a person, if that makes a difference. Names and internet addresses in an entry
-- about another account are that account's. The only targets that are no ids or names of the portal are internet addresses.
create function redact_entry(
  given audit_entries, keys text[], emails text[], wholes text[],
  out target text, out before jsonb, out after jsonb, out reason text, out is_changed boolean)
language plpgsql immutable as $$
declare
  names text[] := case when given.account_id is null then wholes else '{}' end;
begin
  target := case
    when given.kind = 'action.allow_address' and lower(given.target) = any(names) then '[erased]'
    else given.target end;
  before := redact_mentions(given.before, keys, emails, names);
  after := redact_mentions(given.after, keys, emails, names);
  reason := redact_addresses(given.reason, emails);
  is_changed := (target, before, after, reason)
    is distinct from (given.target, given.before, given.after, given.reason);
end $$;

-- Entries about others that mention a person, from this time on.
create function find_audit_mentions(
  of_account integer, keys text[], emails text[], wholes text[], since timestamptz) returns setof bigint
language sql stable as $$
  select id from audit_entries as entry
  where at >= since and account_id is distinct from of_account
    -- Cheap, and rules nearly all out. What is all of a value stands between quotes.
    and exists (
      select from (select unnest(emails) union all select lower(to_json(unnest(wholes))::text)) as listed (known)
      where strpos(lower(concat_ws(' ', before::text, after::text, reason)), known) > 0)
    and (select is_changed from redact_entry(entry, keys, emails, wholes))
$$;

drop function redact_audit_entries(integer, text[], text[], text[]);

-- Erases what the log says of a person. Reads no more than the entries that it changes.
--
-- keys: fields of `before` and `after` that hold personal data
-- parts: values that are replaced wherever they stand in entries about the account
-- emails: addresses that are the person's alone
-- wholes: names and internet addresses, which somebody else may have too
-- mentions: what find_audit_mentions found
create function redact_audit_entries(
  of_account integer, keys text[], parts text[], emails text[], wholes text[], mentions bigint[]) returns void
language plpgsql as $$
begin
  perform set_config('waygate.redaction', 'on', true);
  update audit_entries set
    before = redact_json(before, keys, parts, wholes),
    after = redact_json(after, keys, parts, wholes),
    reason = case when reason is not null then '[erased]' end
  where account_id = of_account;
  -- From where the person worked as staff.
  update audit_entries set address = null where staff_id = of_account and address is not null;
  update audit_entries as entry set
    (target, before, after, reason) = (
      select target, before, after, reason from redact_entry(entry, keys, emails, wholes))
  where id = any(mentions) and account_id is distinct from of_account;
  perform set_config('waygate.redaction', '', true);
end $$;
