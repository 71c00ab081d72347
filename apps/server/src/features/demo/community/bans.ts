import { isReversed, type Order } from './orders.ts';
import type { Row } from './rows.ts';
import { after, DAY, HOUR } from './times.ts';
import type { Player, World } from './world.ts';

export type Ban = { player: Player; at: Date; endsAt: Date | null; isLifted: boolean; description: string };

const BANS = [
  { days: 2, length: 7, isLifted: false, description: 'Insults in the global chat, after two warnings' },
  { days: 17, length: null, isLifted: false, description: 'Bot: the same route for 31 hours' },
  { days: 5, length: 30, isLifted: false, description: 'Sold coins for money outside of the shop' },
  { days: 40, length: 3, isLifted: false, description: 'Spam' },
  { days: 60, length: 14, isLifted: true, description: 'Suspected of duplicating items; cleared' },
] as const;

/** Bans of players who neither watch nor buy much. */
export function createBans({ now, players }: World): Ban[] {
  const rare = players
    .filter(({ isConfirmed, registeredAt }) => isConfirmed && registeredAt < after(now, -62 * DAY))
    .toSorted((one, other) => one.loyalty - other.loyalty);
  return BANS.flatMap(({ days, length, ...ban }, place) => {
    const player = rare[place];
    const at = after(now, -days * DAY);
    return player ? [{ ...ban, player, at, endsAt: length === null ? null : after(at, length * DAY) }] : [];
  });
}

export function banRows(bans: Ban[]): Row[] {
  return bans.map(({ player, at, endsAt, isLifted, description }) => ({
    account_id: player.id,
    starts_at: at,
    ends_at: endsAt,
    ip: null,
    description,
    is_active: !isLifted,
    created_at: at,
  }));
}

/** The first two as if they had been made by one list. */
export function bulkRows({ random, staff }: World, bans: Ban[]): { bulk_lists: Row[]; bulk_rows: Row[] } {
  const listed = bans.slice(0, 2);
  const [first] = listed;
  if (!first) return { bulk_lists: [], bulk_rows: [] };
  const listId = random.uuid();
  const list = {
    id: listId,
    staff_id: staff.moderator,
    action: 'BAN',
    details: { action: 'BAN', endTime: first.endsAt?.toISOString() ?? null },
    reason: first.description,
    created_at: first.at,
    finished_at: first.at,
  };
  const rows = listed.map(({ player }, place) => ({
    list_id: listId,
    account_id: player.id,
    state: place === 0 ? 'done' : 'already',
    message: null,
    settled_at: first.at,
  }));
  return { bulk_lists: [list], bulk_rows: rows };
}

type Note = { player: Player; authorId: number; text: string; at: Date };

/** What staff wrote about players: those who were banned, refunded, or are known to everybody. */
export function noteRows(
  { now, players, staff }: World,
  { orders, bans }: { orders: Order[]; bans: Ban[] },
): Row[] {
  const [known] = players;
  const notes: Note[] = [
    ...bans.slice(0, 3).map(({ player, at }) => ({
      player,
      authorId: staff.moderator,
      text: 'Has been warned twice in the chat.\nThe screenshots are in the ticket.',
      at: after(at, -2 * HOUR),
    })),
    ...orders.filter(isReversed).map(({ player, id, turnedAt, createdAt }) => ({
      player,
      authorId: staff.accountant,
      text: `Asked for the refund of order ${id}, was friendly.`,
      at: after(turnedAt ?? createdAt, HOUR),
    })),
    ...(known
      ? [
          {
            player: known,
            authorId: staff.support,
            text: 'Helps others in the chat. Ask first before you believe a report.',
            at: after(now, -12 * DAY),
          },
        ]
      : []),
  ];
  return notes
    .filter(({ at }) => at < now)
    .map(({ player, authorId, text, at }) => ({
      account_id: player.id,
      author_id: authorId,
      text,
      created_at: at,
    }));
}
