-- A passkey alone and one as the second step have values of their own. 'passkey' remains for what the release before writes, and for
-- a passkey that confirms a sensitive action. Without a scan: every known row meets the wider check.
alter table sign_ins
  drop constraint sign_ins_method_check,
  add constraint sign_ins_method_check
    check (method in ('password', 'totp', 'recovery_code', 'passkey', 'passkey_alone', 'passkey_second_step')) not valid;
