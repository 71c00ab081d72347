-- Staff, a few among all accounts: a ban of an address asks whether one of them was last at it.
create index accounts_ranked_idx on accounts (id) where web_mgt > 1 or permission > 0;
