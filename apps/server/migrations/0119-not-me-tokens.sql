-- 'This wasn't me' of a security mail. That of an e-mail change also brings the previous address back.
alter table account_tokens
  drop constraint account_tokens_purpose_check,
  add constraint account_tokens_purpose_check
    check (purpose in ('confirm_email', 'reset_password', 'change_email', 'not_me', 'undo_email'));
