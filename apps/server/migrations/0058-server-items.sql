-- Ids of items on game servers other than the first, whose ids stay in product_lines and twitch_rewards.
create table product_line_items (
  product_id integer not null,
  position integer not null,
  server_id integer not null references game_servers (id) check (server_id <> 1),
  item_id integer not null check (item_id > 0),
  primary key (product_id, position, server_id),
  foreign key (product_id, position) references product_lines (product_id, position) on delete cascade
);
create index product_line_items_server_id_idx on product_line_items (server_id);

create table twitch_reward_items (
  reward_id integer not null references twitch_rewards (id) on delete cascade,
  server_id integer not null references game_servers (id) check (server_id <> 1),
  item_id integer not null check (item_id > 0),
  primary key (reward_id, server_id)
);
create index twitch_reward_items_server_id_idx on twitch_reward_items (server_id);

-- An item may have ids on other servers only.
alter table product_lines drop constraint product_lines_check;
alter table product_lines add constraint product_lines_item_check check (kind = 'item' or item_id is null);
alter table twitch_rewards alter column item_id drop not null;

-- Checked at commit, because the ids are written after their line or reward.
create function require_item_of_line() returns trigger language plpgsql as $$
begin
  if new.kind = 'item' and new.item_id is null and not exists (
    select from product_line_items where (product_id, position) = (new.product_id, new.position)
  ) then
    raise exception 'line % of product % names no item', new.position, new.product_id using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger product_lines_have_items after insert or update on product_lines
  deferrable initially deferred for each row execute function require_item_of_line();

create function require_item_of_reward() returns trigger language plpgsql as $$
begin
  if new.item_id is null and not exists (select from twitch_reward_items where reward_id = new.id) then
    raise exception 'reward % names no item', new.id using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger twitch_rewards_have_items after insert or update on twitch_rewards
  deferrable initially deferred for each row execute function require_item_of_reward();

-- Products are listed with the servers they can be bought for.
create trigger product_line_items_changed after insert or update or delete on product_line_items
  for each statement execute function notify_content_changed();
create or replace trigger game_servers_changed after insert or update or delete on game_servers
  for each statement execute function notify_content_changed();

-- One open checkout for an account, product, price and target: a second tab for the same character gets the same one.
create unique index orders_open_target_key on orders (account_id, product_id, price_cents, provider, server_id, character_id)
  nulls not distinct where state in ('creating', 'pending');
drop index orders_open_key;

create index orders_server_id_idx on orders (server_id, id desc);
-- What was bought for the only game there was.
update orders set server_id = 1 where exists (
  select from order_lines l where l.order_id = orders.id and l.kind not in ('premium_coins', 'second_coins'));
