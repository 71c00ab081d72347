-- An order whose missing session is found again goes back to where it was.
insert into order_transitions (from_state, to_state) values
  ('review', 'creating'), ('review', 'pending'), ('review', 'processing'), ('review', 'partially_refunded'),
  ('review', 'failed'), ('review', 'expired'), ('review', 'disputed');

-- How often the lines were granted. Keys of a later round contain it, because the game has barred those of the earlier ones.
alter table orders add column grant_round integer not null default 1 check (grant_round > 0);

-- Few: the reconciler looks for their sessions.
create index orders_session_missing_idx on orders (checked_at) where state = 'review' and review_reason = 'session_missing';

-- Grants of a disputed order are on hold: `available_at` is 'infinity', whatever their state. A delivery that goes back to
-- the queue, and one that is queued for such an order, stay on hold, whoever does it.
create function keep_delivery_held() returns trigger language plpgsql as $$
begin
  new.available_at := 'infinity';
  return new;
end $$;

create trigger deliveries_keep_held before update on deliveries for each row
  when (old.available_at = 'infinity' and new.available_at < 'infinity' and new.state in ('pending', 'leased')
        and new.state <> old.state)
  execute function keep_delivery_held();

create function hold_new_delivery() returns trigger language plpgsql as $$
begin
  if exists (select from deliveries
             where order_id = new.order_id and effect = 'grant' and available_at = 'infinity') then
    new.available_at := 'infinity';
  end if;
  return new;
end $$;

create trigger deliveries_hold_new before insert on deliveries for each row
  when (new.effect = 'grant' and new.order_id is not null)
  execute function hold_new_delivery();

update deliveries set available_at = 'infinity'
from orders where orders.id = deliveries.order_id and orders.state = 'disputed' and effect = 'grant';
