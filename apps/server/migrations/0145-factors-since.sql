-- Since when the account has had a second factor without a break; null without one. 'This wasn't me' of a mail that is older
-- takes factors away that somebody else may have added. No default, so that the table isn't rewritten.
alter table accounts add column factors_since timestamptz;
update accounts set factors_since = first.at
from (
  select account_id, min(at) as at
  from (
    select account_id, confirmed_at as at from totp_factors
    union all
    select account_id, created_at from passkeys
  ) as factors
  group by account_id
) as first
where accounts.id = first.account_id;
