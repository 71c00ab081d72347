import type { Row } from './rows.ts';
import { after, DAY } from './times.ts';
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
