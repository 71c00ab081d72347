import type { AuditKind } from '@waygate/contract/audit/audit.schemas';
import type { Ban } from './bans.ts';
import type { Drops } from './drops.ts';
import type { Grants } from './grants.ts';
import type { CoinGift } from './ledger.ts';
import type { Order } from './orders.ts';
import type { Row } from './rows.ts';
import { after, byTime, DAY, dayOf, HOUR } from './times.ts';
import { SERVERS, type StaffName, type World } from './world.ts';

type Entry = {
  at: Date;
  staffId: number;
  kind: AuditKind;
  target: string;
  accountId?: number;
  before?: Row;
  after?: Row;
  reason?: string;
  /** Coins that the entry gave. */
  gift?: number;
};

type Actions = {
  orders: Order[];
  bans: Ban[];
  grants: Grants;
  drops: Drops;
  redelivery: { id: string; at: Date };
};

export type History = {
  audit_entries: Row[];
  budget_use: Row[];
  staff_budgets: Row[];
  budget_raises: Row[];
  gifts: CoinGift[];
};

/** What staff did in these months, and what of it counts against their budgets. */
export function createHistory(world: World, actions: Actions): History {
  const { staff, ownerId, now } = world;
  const entries = [
    ...actions.bans.flatMap((ban) => banEntries(ban, staff.moderator)),
    ...refundEntries(actions.orders, staff.accountant),
    ...grantEntries(actions.grants, staff),
    ...streamerEntries(actions.drops, staff.hosts, now),
    ...giftEntries(world),
    ...contentEntries(world),
    ...ownerEntries(world, actions.redelivery),
    ...budgetEntries(world),
  ].toSorted(byTime);
  const gifts = entries.flatMap(({ gift, accountId, at }, place) =>
    gift === undefined || accountId === undefined ? [] : [{ entryId: place + 1, accountId, coins: gift, at }],
  );
  return {
    audit_entries: entries.map((entry, place) => ({
      id: place + 1,
      at: entry.at,
      staff_id: entry.staffId,
      address:
        entry.staffId === ownerId
          ? '192.0.2.1'
          : `192.0.2.${10 + Object.values(staff).indexOf(entry.staffId)}`,
      kind: entry.kind,
      target: entry.target,
      account_id: entry.accountId ?? null,
      before: entry.before ?? null,
      after: entry.after ?? null,
      reason: entry.reason ?? null,
    })),
    ...budgetRows(world, { orders: actions.orders, grants: actions.grants, gifts }),
    gifts,
  };
}

function banEntries({ player, at, endsAt, isLifted, description }: Ban, staffId: number): Entry[] {
  const common = { staffId, target: String(player.id), accountId: player.id };
  const ban = { startTime: at, endTime: endsAt, ip: null, description };
  const lifted = { ...common, at: after(at, 5 * DAY), kind: 'user.unban' as const, before: { bans: [ban] } };
  return [{ ...common, at, kind: 'user.ban', after: ban }, ...(isLifted ? [lifted] : [])];
}

function refundEntries(orders: Order[], staffId: number): Entry[] {
  return orders.flatMap((order) => {
    const { id, refundedCents, turnedAt, player, paymentIntentId } = order;
    if (refundedCents === 0 || !turnedAt) return [];
    return [
      {
        at: turnedAt,
        staffId,
        kind: 'order.refund',
        target: String(id),
        accountId: player.id,
        before: { state: 'paid', refunded: 0 },
        after: { refunded: refundedCents / 100, paymentIntentId },
        reason:
          refundedCents < order.product.priceCents
            ? 'Goodwill: the item was lost for a day'
            : 'Bought by mistake',
      },
    ];
  });
}

function grantEntries({ benefits, packs }: Grants, staff: World['staff']): Entry[] {
  return [
    ...benefits.map(({ player, benefitId, until, at }): Entry => ({
      at,
      staffId: staff.support,
      kind: 'benefit.create',
      target: `${player.id}:${benefitId}`,
      accountId: player.id,
      after: { accountDBID: player.id, benefitId, availableUntil: until },
      reason: 'Winner of the event on Saturday',
    })),
    ...packs.map(({ player, pack, until, at }): Entry => ({
      at,
      staffId: staff.moderator,
      kind: 'action.grant_pack',
      target: String(player.id),
      accountId: player.id,
      after: {
        action: pack === 'veteran' ? 'GRANT_VETERAN_PACK' : 'GRANT_CONTENT_CREATOR_PACK',
        date: until,
      },
    })),
  ];
}

function streamerEntries({ streamers }: Drops, staffId: number, now: Date): Entry[] {
  return streamers
    .filter(({ decision }) => decision !== 'pending')
    .map(({ player, decision }, place) => ({
      at: after(now, -20 * DAY + (5 + place / 10) * HOUR),
      staffId,
      kind: decision === 'approved' ? 'twitch_streamer.approve' : 'twitch_streamer.reject',
      target: String(player.id),
      accountId: player.id,
      before: { decision: 'pending' },
      after: { decision },
    }));
}

/** To players who never had coins: what they have afterwards is the gift. */
function giftEntries({ random, now, players, staff }: World): Entry[] {
  const without = players.filter(({ isConfirmed, loyalty }) => isConfirmed && loyalty < 0.2);
  return random
    .shuffled(without)
    .slice(0, 6)
    .map((player, place) => ({
      at: place === 0 ? after(now, -1.5 * HOUR) : after(now, -(place * 3 + 1) * DAY),
      staffId: staff.support,
      kind: 'user.update',
      target: String(player.id),
      accountId: player.id,
      before: { agaiaCoins: 0 },
      after: { agaiaCoins: 100 * (place + 1) },
      reason: 'Compensation for the outage of Emberdeep',
      gift: 100 * (place + 1),
    }));
}

function contentEntries({ now, staff, products }: World): Entry[] {
  // Of the first articles, in their order.
  const titles = [
    'The gates are open',
    'Founders week, our thank-you for the first thousand hours',
    'A shorter way to the server',
  ];
  const articles = titles.map((title, place): Entry => ({
    at: after(now, -(4 + place * 15) * DAY),
    staffId: staff.editor,
    kind: 'news.update',
    target: String(place + 1),
    before: { title: `${title}!` },
    after: { title },
  }));
  const notes = [6, 33].map((days, place): Entry => ({
    at: after(now, -days * DAY),
    staffId: staff.editor,
    kind: 'patch_note.create',
    target: String(place + 1),
    after: { version: `1.${5 - place}.0` },
  }));
  const sales = products.slice(0, 4).map(({ id, priceCents }, place): Entry => ({
    at: after(now, -(1 + place * 9) * DAY),
    staffId: staff.accountant,
    kind: 'product.update',
    target: String(id),
    before: { price: (priceCents + 200) / 100 },
    after: { price: priceCents / 100 },
  }));
  return [...articles, ...notes, ...sales];
}

function ownerEntries({ now, ownerId, staff }: World, redelivery: { id: string; at: Date }): Entry[] {
  const roles: [StaffName, string][] = [
    ['moderator', 'Moderator'],
    ['editor', 'Editor'],
    ['support', 'Support'],
    ['accountant', 'Accountant'],
  ];
  return [
    ...roles.map(([name, role], place): Entry => ({
      at: after(now, -110 * DAY + place * HOUR),
      staffId: ownerId,
      kind: 'user.role',
      target: String(staff[name]),
      accountId: staff[name],
      before: { role: null },
      after: { role },
    })),
    ...SERVERS.map(({ id, name, slug }): Entry => ({
      at: after(now, -(id === 1 ? 111 : 75) * DAY),
      staffId: ownerId,
      kind: id === 1 ? 'game_server.update' : 'game_server.create',
      target: String(id),
      after: { name, slug },
    })),
    {
      at: redelivery.at,
      staffId: ownerId,
      kind: 'delivery.redeliver',
      target: redelivery.id,
      after: { mode: 'new_keys', scope: 'everything', planned: 6 },
      reason: 'Emberdeep was restored from the backup of Tuesday',
    },
    { at: after(now, -45 * DAY), staffId: ownerId, kind: 'alert.test', target: 'alerts', after: {} },
  ];
}

function budgetEntries({ now, ownerId, staff }: World): Entry[] {
  return [
    {
      at: after(now, -30 * DAY),
      staffId: ownerId,
      kind: 'budget.update',
      target: String(staff.support),
      accountId: staff.support,
      before: { coins: null },
      after: { coins: 20_000 },
      reason: 'New in the team',
    },
    {
      at: after(now, -3 * HOUR),
      staffId: ownerId,
      kind: 'budget.raise',
      target: String(staff.support),
      accountId: staff.support,
      before: { coins: 20_000 },
      after: { coins: 50_000 },
      reason: 'The outage of last night',
    },
    {
      at: after(now, -8 * DAY),
      staffId: staff.accountant,
      kind: 'list.export',
      target: 'orders',
      after: { rows: 214 },
    },
  ];
}

function budgetRows(
  { now, staff }: World,
  { orders, grants, gifts }: { orders: Order[]; grants: Grants; gifts: CoinGift[] },
): Pick<History, 'budget_use' | 'staff_budgets' | 'budget_raises'> {
  const used = new Map<string, { staff_id: number; kind: string; day: string; used: number }>();
  const count = (staffId: number, kind: string, at: Date, amount: number) => {
    const row = { staff_id: staffId, kind, day: dayOf(at), used: 0 };
    const key = Object.values(row).join(' ');
    used.set(key, { ...row, used: (used.get(key)?.used ?? 0) + amount });
  };
  for (const { turnedAt, refundedCents } of orders)
    if (turnedAt && refundedCents > 0) count(staff.accountant, 'refunds', turnedAt, refundedCents);
  for (const { at } of grants.benefits) count(staff.support, 'items', at, 1);
  for (const { at } of grants.packs) count(staff.moderator, 'packs', at, 1);
  for (const { at, coins } of gifts) count(staff.support, 'coins', at, coins);
  return {
    budget_use: [...used.values()],
    staff_budgets: [
      { staff_id: staff.support, coins: 20_000, packs: 10, items: 100, refunds: 0, revision: 2 },
    ],
    budget_raises: [{ staff_id: staff.support, kind: 'coins', day: dayOf(now), raised_to: 50_000 }],
  };
}
