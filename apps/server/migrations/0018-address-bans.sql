-- What a ban keeps out beside its account: the network of its address, as sign-in counts callers.
alter table bans add column network text;

create index bans_network_idx on bans (network) where is_active and network is not null;

-- For staff who see only what concerns accounts, and for the search of what was changed.
create index audit_entries_accounts_idx on audit_entries (id desc) where account_id is not null;
create index audit_entries_target_idx on audit_entries (target text_pattern_ops, id desc);
