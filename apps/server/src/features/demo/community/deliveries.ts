import { dropKey, orderLineKey } from '#features/deliveries/deliveries.ts';
import { isGranted, isReversed, type Order } from './orders.ts';
import type { Random } from './random.ts';
import type { Row } from './rows.ts';
import { after, DAY, HOUR, MINUTE } from './times.ts';
import { characterOn, COINS, FIRST_SERVER, itemOnSecondServer, SECOND_SERVER, type World } from './world.ts';
import type { Claim } from './drops.ts';

/** How long the second game keeps what isn't collected. */
export const COLLECT_DAYS = 30;
/** The held ones of a dispute, and those that never come due. */
const HELD = 'infinity';

type Given = {
  account_id: number;
  server_id: number;
  idempotency_key: string;
  kind: string;
  item_id: number | null;
  quantity: number;
  created_at: Date;
};

/** A delivery with every column that differs from row to row: applied, unless said otherwise. */
export function deliveryRow(given: Given & Row): Row & Given {
  return {
    character_id: null,
    character_name: null,
    effect: 'grant',
    revokes_key: null,
    order_id: null,
    order_line_position: null,
    available_until: null,
    state: 'applied',
    attempts: 0,
    leases: 1,
    available_at: given.created_at,
    failure: null,
    is_marked_delivered: false,
    problem: null,
    collect_by: null,
    collected_at: null,
    send_again: 0,
    last_detail: null,
    settled_at: given.created_at,
    redelivery_id: null,
    supersedes_key: null,
    ...given,
  };
}

/** Of every order that was granted: how its items went to the game, and back. */
export function orderDeliveries(world: World, orders: Order[]): Row[] {
  const { random, now } = world;
  return orders.filter(isGranted).flatMap((order) => {
    const { paidAt = order.createdAt, player, serverId, character } = order;
    return order.lines.flatMap((line, position) => {
      if (COINS.includes(line.kind)) return [];
      const grant = deliveryRow({
        account_id: player.id,
        server_id: serverId ?? FIRST_SERVER,
        character_id: character?.characterId ?? null,
        character_name: character?.name ?? null,
        idempotency_key: orderLineKey({ reference: order.reference, position, round: 1 }),
        kind: line.kind,
        item_id: line.itemId,
        quantity: line.quantity,
        order_id: order.id,
        order_line_position: position,
        created_at: paidAt,
        ...(paidAt > after(now, -HOUR)
          ? { state: 'pending', leases: 0, settled_at: null }
          : arrival(random, { paidAt, now, serverId })),
        ...(order.state === 'disputed' && { available_at: HELD }),
      });
      return isReversed(order) ? [grant, revocationOf(grant, order.turnedAt ?? paidAt)] : [grant];
    });
  });
}

/** Soon after the payment; where a game reports it, players collect most of it. */
function arrival(
  random: Random,
  { paidAt, now, serverId }: { paidAt: Date; now: Date; serverId: number | null },
) {
  const settled = after(paidAt, random.int(4, 90) * 1000);
  if (serverId !== SECOND_SERVER) return { settled_at: settled };
  const collected = after(settled, random.next() * 2 * DAY);
  const isCollected = collected < now && random.chance(0.8);
  return {
    settled_at: settled,
    collect_by: after(settled, COLLECT_DAYS * DAY),
    collected_at: isCollected ? collected : null,
  };
}

function revocationOf(grant: Row & Given, at: Date): Row {
  return {
    ...grant,
    idempotency_key: `${grant.idempotency_key}:revoke`,
    effect: 'revoke',
    revokes_key: grant.idempotency_key,
    created_at: at,
    available_at: at,
    settled_at: after(at, MINUTE),
    collect_by: null,
    collected_at: null,
  };
}

/** Of every claim of a reward. */
export function claimDeliveries({ random, now }: World, claims: Claim[]): Row[] {
  return claims.map(({ player, reward, at }) => {
    const other = characterOn(player, SECOND_SERVER);
    const isSecond = other !== undefined && (random.chance(0.3) || !characterOn(player, FIRST_SERVER));
    return deliveryRow({
      account_id: player.id,
      server_id: isSecond ? SECOND_SERVER : FIRST_SERVER,
      character_id: isSecond ? other.characterId : null,
      character_name: isSecond ? other.name : null,
      idempotency_key: dropKey({ accountReference: player.reference, rewardReference: reward.reference }),
      kind: 'item',
      item_id: isSecond ? itemOnSecondServer(reward.itemId) : reward.itemId,
      quantity: reward.itemQuantity,
      created_at: at,
      ...arrival(random, { paidAt: at, now, serverId: isSecond ? SECOND_SERVER : FIRST_SERVER }),
    });
  });
}

/** What went wrong: the state, how long ago, and what the game said. */
const TROUBLES: { hours: number; server: number; changes: Row }[] = [
  {
    hours: 50,
    server: 1,
    changes: {
      state: 'dead',
      failure: 'rejected',
      attempts: 1,
      last_detail: 'the item 41007 is unknown to this build',
    },
  },
  {
    hours: 29,
    server: 1,
    changes: {
      state: 'dead',
      failure: 'exhausted',
      attempts: 12,
      leases: 12,
      last_detail: 'the vault is full',
    },
  },
  {
    hours: 20,
    server: 2,
    changes: { state: 'dead', failure: 'mismatch', attempts: 1, last_detail: 'the receipt has another item' },
  },
  {
    hours: 9,
    server: 1,
    changes: { state: 'dead', failure: 'suspicious_duplicate', attempts: 1, last_detail: 'already applied' },
  },
  {
    hours: 7,
    server: 2,
    changes: { state: 'unknown', attempts: 1, last_detail: 'the game stopped during the mail' },
  },
  { hours: 6, server: 2, changes: { state: 'awaiting_character', leases: 0, problem: 'character_missing' } },
  { hours: 0.4, server: 1, changes: { state: 'pending', leases: 0 } },
  { hours: 0.02, server: 1, changes: { state: 'leased', leases: 1 } },
  { hours: 400, server: 1, changes: { state: 'cancelled', leases: 0, last_detail: 'cancelled by staff' } },
];

/** Deliveries of benefits that wait for staff, for a player or for the game. */
export function troubledDeliveries({ random, now, players }: World): Row[] {
  return TROUBLES.map(({ hours, server, changes }, place) => {
    const player = players.filter(({ characters }) => characters.some(({ serverId }) => serverId === server))[
      3 + place * 4
    ];
    const character = server === SECOND_SERVER && player ? characterOn(player, server) : undefined;
    const created = after(now, -hours * HOUR);
    const isSettled = ['dead', 'cancelled'].includes(String(changes.state));
    const awaits = changes.state === 'awaiting_character';
    return deliveryRow({
      account_id: player?.id ?? players[0]?.id ?? 0,
      server_id: server,
      character_id: awaits ? null : (character?.characterId ?? null),
      character_name: awaits ? null : (character?.name ?? null),
      idempotency_key: `demo:${random.hex(32)}`,
      kind: 'item',
      item_id: [30110, 30111, 30112, 41001, 41011][place % 5] ?? null,
      quantity: 1 + (place % 3) * 4,
      created_at: created,
      settled_at: isSettled ? after(created, 20 * MINUTE) : null,
      ...changes,
    });
  });
}
