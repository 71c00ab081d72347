-- Most entries about an account are others.
create index audit_entries_unban_idx on audit_entries (account_id, at desc, id desc) where kind = 'user.unban';
