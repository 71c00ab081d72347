import { sql } from 'drizzle-orm';
import { FIRST_SERVER_ID } from '#features/game-servers/game-servers.ts';

// Rewards are a higher feature, so their tables can't be imported here.
const CATALOGUE = sql`
  case when deliveries.server_id = ${sql.raw(String(FIRST_SERVER_ID))} then coalesce(
    (select min(label) from product_lines where kind = 'item' and product_lines.item_id = deliveries.item_id),
    (select min(title) from twitch_rewards
      where twitch_rewards.item_id = deliveries.item_id and deleted_at is null))
  else coalesce(
    (select min(label) from product_line_items as items
      join product_lines as lines on (lines.product_id, lines.position) = (items.product_id, items.position)
      where items.server_id = deliveries.server_id and items.item_id = deliveries.item_id),
    (select min(title) from twitch_reward_items as items
      join twitch_rewards as rewards on rewards.id = items.reward_id and deleted_at is null
      where items.server_id = deliveries.server_id and items.item_id = deliveries.item_id))
  end`;

/**
 * What the item of a delivery is called, in a statement that reads `deliveries`: as it was when it was bought, or as the
 * catalogue has it now. Null for what is no item, and for one that the portal doesn't know. Read for the rows of a page only.
 */
export const itemName = sql<string | null>`case when deliveries.kind = 'item' then coalesce(
  (select label from order_lines
    where order_lines.order_id = deliveries.order_id and position = deliveries.order_line_position),
  ${CATALOGUE}) end`;
