import { createBenefitKey, createPackKey } from '#features/deliveries/deliveries.ts';
import { deliveryRow } from './deliveries.ts';
import { isGranted, isReversed, type Order } from './orders.ts';
import type { Row } from './rows.ts';
import { after, DAY, HOUR, MINUTE } from './times.ts';
import { FIRST_SERVER, type Player, type World } from './world.ts';

const BENEFITS = [2001, 2002, 2003, 2010];

export type Benefit = { player: Player; benefitId: number; until: Date; at: Date };
export type PackGrant = { player: Player; pack: 'content_creator' | 'veteran'; until: Date | null; at: Date };

export type Grants = {
  benefits: Benefit[];
  packs: PackGrant[];
  deliveries: Row[];
  rows: Record<'account_benefits' | 'account_packs', Row[]>;
};

/** Benefits and packs by staff, with the deliveries that brought them. */
export function createGrants(world: World): Grants {
  const benefits = createBenefits(world).map((benefit) => ({
    ...benefit,
    key: createBenefitKey({ accountId: benefit.player.id, benefitId: benefit.benefitId }),
  }));
  const packs = createPacks(world).map((grant) => ({
    ...grant,
    key: createPackKey({ accountId: grant.player.id, pack: grant.pack }),
  }));
  return {
    benefits,
    packs,
    deliveries: [
      ...benefits.map((benefit) => grantRow(benefit, { kind: 'benefit', itemId: benefit.benefitId })),
      ...packs.map((grant) => grantRow(grant, { kind: `${grant.pack}_package`, itemId: null })),
    ],
    rows: {
      account_benefits: benefits.map(({ player, benefitId, until, key }) => ({
        account_id: player.id,
        benefit_id: benefitId,
        available_until: until,
        revision: 1,
        grant_key: key,
      })),
      account_packs: packs.map(({ player, pack, until, key }) => ({
        account_id: player.id,
        pack,
        available_until: until,
        grant_key: key,
      })),
    },
  };
}

function createBenefits({ random, now, players }: World): Benefit[] {
  return random
    .shuffled(players.filter(({ characters }) => characters.length > 0))
    .slice(0, 16)
    .map((player, place) => ({
      player,
      benefitId: BENEFITS[place % BENEFITS.length] ?? 0,
      until: after(now, (place - 2) * 4 * DAY + HOUR),
      at: after(now, -(3 + place * 2) * DAY),
    }));
}

function createPacks({ random, now, players }: World): PackGrant[] {
  return random
    .shuffled(players.filter(({ characters }) => characters.length > 0))
    .slice(0, 5)
    .map((player, place) => ({
      player,
      pack: place < 3 ? 'content_creator' : 'veteran',
      until: place === 0 ? null : after(now, (20 + place * 30) * DAY),
      at: after(now, -(10 + place * 8) * DAY),
    }));
}

function grantRow(
  { player, until, at, key }: (Benefit | PackGrant) & { key: string },
  { kind, itemId }: { kind: string; itemId: number | null },
): Row {
  return deliveryRow({
    account_id: player.id,
    server_id: FIRST_SERVER,
    idempotency_key: key,
    kind,
    item_id: itemId,
    quantity: 1,
    available_until: until,
    created_at: at,
    settled_at: after(at, MINUTE),
  });
}

/** What orders and packs changed in their accounts: the club's end, and claimed packages. */
export function accountMarks(
  { now }: World,
  { orders, packs }: { orders: Order[]; packs: PackGrant[] },
): Row[] {
  const marks = new Map<number, { club: Date | null; founder: boolean; veteran: boolean }>();
  const markOf = (id: number) => {
    const mark = marks.get(id) ?? { club: null, founder: false, veteran: false };
    marks.set(id, mark);
    return mark;
  };
  for (const order of orders) {
    if (!isGranted(order) || isReversed(order)) continue;
    for (const { kind, quantity } of order.lines) {
      const mark = markOf(order.player.id);
      const from = Math.max((order.paidAt ?? now).getTime(), mark.club?.getTime() ?? 0);
      if (kind === 'club_days') mark.club = new Date(from + quantity * DAY);
      mark.founder ||= kind === 'founder_package';
      mark.veteran ||= kind === 'veteran_package';
    }
  }
  for (const { player, pack } of packs) markOf(player.id).veteran ||= pack === 'veteran';
  return [...marks].map(([account_id, { club, founder, veteran }]) => ({
    account_id,
    club,
    founder,
    veteran,
  }));
}
