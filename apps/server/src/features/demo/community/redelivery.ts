import { createBenefitKey } from '#features/deliveries/deliveries.ts';
import { deliveryRow } from './deliveries.ts';
import type { Row } from './rows.ts';
import { after, DAY, HOUR, MINUTE } from './times.ts';
import { characterOn, SECOND_SERVER, type World } from './world.ts';

const DAYS = 34;
const COUNT = 6;

/** What was lost when the second server was restored from a backup, and sent again under new keys. */
export function createRedelivery({ random, now, players, ownerId }: World): {
  id: string;
  at: Date;
  redeliveries: Row[];
  deliveries: Row[];
} {
  const id = random.uuid();
  const at = after(now, -DAYS * DAY);
  const losers = players.filter((player) => characterOn(player, SECOND_SERVER)).slice(0, COUNT);
  const pairs = losers.map((player) => {
    const character = characterOn(player, SECOND_SERVER);
    const lost = deliveryRow({
      account_id: player.id,
      server_id: SECOND_SERVER,
      character_id: character?.characterId ?? null,
      character_name: character?.name ?? null,
      idempotency_key: createBenefitKey({ accountId: player.id, benefitId: 2001 }),
      kind: 'benefit',
      item_id: 2001,
      quantity: 1,
      created_at: after(at, -2 * DAY),
      state: 'superseded',
      last_detail: 'sent again under a new key',
      settled_at: after(at, -2 * DAY + MINUTE),
      redelivery_id: id,
    });
    const replacement = {
      ...lost,
      idempotency_key: createBenefitKey({ accountId: player.id, benefitId: 2001 }),
      created_at: at,
      available_at: at,
      settled_at: after(at, 2 * MINUTE),
      state: 'applied',
      last_detail: null,
      supersedes_key: lost.idempotency_key,
    };
    return [lost, replacement];
  });
  const redelivery = {
    id,
    staff_id: ownerId,
    mode: 'new_keys',
    scope: 'everything',
    target_id: null,
    server_id: SECOND_SERVER,
    since: after(at, -3 * DAY),
    until: after(at, -HOUR),
    reason: 'Emberdeep was restored from the backup of Tuesday',
    planned: losers.length,
    redelivered: losers.length,
    created_at: at,
    progressed_at: after(at, MINUTE),
    finished_at: after(at, MINUTE),
  };
  return { id, at, redeliveries: [redelivery], deliveries: pairs.flat() };
}
