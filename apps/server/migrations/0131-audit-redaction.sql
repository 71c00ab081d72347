-- The audit log stays append-only, except for personal values of an account that is erased: only
-- redact_audit_entries replaces them, and who did what and when stays as it was.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('waygate.redaction', true) = 'on' then
    return null;
  end if;
  raise exception 'the audit log is append-only' using errcode = 'restrict_violation';
end $$;

create function keep_audit_action() returns trigger language plpgsql as $$
begin
  if (new.id, new.at, new.staff_id, new.kind, new.account_id)
     is distinct from (old.id, old.at, old.staff_id, old.kind, old.account_id) then
    raise exception 'the audit log is append-only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger audit_entries_keep_action before update on audit_entries
  for each row execute function keep_audit_action();

-- Replaces texts below these keys, texts that contain one of `parts`, and texts that are one of `wholes`. Parts and wholes
-- are in lower case.
create function redact_json(given jsonb, keys text[], parts text[], wholes text[], is_below boolean default false)
returns jsonb language plpgsql immutable as $$
declare
  written text;
begin
  case jsonb_typeof(given)
    when 'object' then
      return coalesce(
        (select jsonb_object_agg(key, redact_json(value, keys, parts, wholes, is_below or key = any(keys)))
         from jsonb_each(given)),
        given);
    when 'array' then
      return coalesce(
        (select jsonb_agg(redact_json(value, keys, parts, wholes, is_below) order by place)
         from jsonb_array_elements(given) with ordinality as elements (value, place)),
        given);
    when 'string' then
      written := lower(given #>> '{}');
      if is_below or written = any(wholes) or exists (select from unnest(parts) as part where strpos(written, part) > 0)
      then
        return '"[erased]"';
      end if;
    else
  end case;
  return given;
end $$;

-- Erases what the log says of a person.
--
-- keys: fields of `before` and `after` that hold personal data, in entries about the account
-- parts: values that nobody else has, such as e-mail addresses: wherever they stand
-- wholes: values that may also be a word, such as names: where they are all of a value
create function redact_audit_entries(of_account integer, keys text[], parts text[], wholes text[]) returns void
language plpgsql as $$
begin
  perform set_config('waygate.redaction', 'on', true);
  update audit_entries set
    address = case when staff_id = of_account or lower(address) = any(wholes) then null else address end,
    target = case when lower(target) = any(wholes) then '[erased]' else target end,
    before = redact_json(before, keys, parts, wholes),
    after = redact_json(after, keys, parts, wholes),
    reason = case when reason is not null then '[erased]' end
  where account_id = of_account;
  update audit_entries set
    address = case when staff_id = of_account or lower(address) = any(wholes) then null else address end,
    target = case when lower(target) = any(wholes) then '[erased]' else target end,
    before = redact_json(before, '{}', parts, wholes),
    after = redact_json(after, '{}', parts, wholes),
    reason = case when exists (select from unnest(parts) as part where strpos(lower(reason), part) > 0)
      then '[erased]' else reason end
  where account_id is distinct from of_account
    and (staff_id = of_account or lower(address) = any(wholes) or lower(target) = any(wholes)
      or exists (
        -- What is all of a value stands between quotes.
        select from (select unnest(parts) union all select '"' || unnest(wholes) || '"') as listed (known)
        where strpos(lower(concat_ws(' ', before::text, after::text, reason)), known) > 0));
  perform set_config('waygate.redaction', '', true);
end $$;
