-- How the game hashed passwords when its bridge first said so, or when owners last chose the policy. Another way is used
-- for passwords of the game alone: whoever holds a bridge's token must not get the portal's passwords in a weaker one.
alter table game_server_status add column trusted_hashing jsonb;
update game_server_status
set trusted_hashing = jsonb_build_object('scheme', account_rules -> 'scheme', 'parameters', account_rules -> 'parameters')
where account_rules is not null;
