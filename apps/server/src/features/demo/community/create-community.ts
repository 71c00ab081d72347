import { createHistory } from './audit.ts';
import { banRows, bulkRows, createBans, noteRows } from './bans.ts';
import { claimDeliveries, orderDeliveries, troubledDeliveries } from './deliveries.ts';
import { createDrops, type Drops, dropSampleRows } from './drops.ts';
import { addressRows, gameAccounts, sampleRows, secondServerItems, tokenRows } from './game-servers.ts';
import { accountMarks, createGrants } from './grants.ts';
import { createLedger } from './ledger.ts';
import { createAlerts, createMails } from './messages.ts';
import { createOrders, type Order, orderEventRows, orderLineRows, orderRows } from './orders.ts';
import {
  createBooks,
  orderRefundRows,
  sandboxRefundRows,
  sandboxSessionRows,
  webhookRows,
} from './payments.ts';
import {
  accountRows,
  activityRows,
  characterRows,
  createPlayers,
  sessionRows,
  signInRows,
} from './players.ts';
import { createRandom } from './random.ts';
import type { Ground } from './read-world.ts';
import { createRedelivery } from './redelivery.ts';
import { createReferrals } from './referrals.ts';
import type { Row } from './rows.ts';
import { numberStaff, STAFF_COUNT, staffRows } from './staff.ts';
import { HOUR, after } from './times.ts';
import { createTwitch, type SealToken, type TwitchPeople } from './twitch.ts';
import { createUnmatched } from './unmatched.ts';
import type { World } from './world.ts';

const SEED = 20_261_001;
const PLAYERS = 200;
const SWEPT = ['refunds', 'disputes', 'sessions'];

export type CommunityInput = {
  now: Date;
  /** Scheme and host of the portal. */
  origin: string;
  brandName: string;
  /** The player who can be signed in to, and the hash of the password. */
  player: { name: string; passwordHash: string };
  /** Of a password that nobody knows. */
  passwordHash: string;
  seal: SealToken;
};

export type Community = {
  /** Rows of each table, in the order in which they are inserted. */
  tables: [table: string, rows: Row[]][];
  /** Changes of accounts that rows of later tables cause. */
  marks: Row[];
  referralsOfAccounts: Row[];
  twitch: TwitchPeople;
};

/** A community of some months, the same each time; its times go by `now`. */
export function createCommunity(ground: Ground, input: CommunityInput): Community {
  const { now, player } = input;
  const { firstId, roles: _, ...known } = ground;
  const random = createRandom(SEED);
  const knownName = player.name;
  const players = createPlayers(random, { now, firstId: firstId + STAFF_COUNT, count: PLAYERS, knownName });
  const world: World = { ...known, random, now, staff: numberStaff(firstId), players };
  const orders = createOrders(world);
  const drops = createDrops(world);
  const bans = createBans(world);
  const grants = createGrants(world);
  const redelivery = createRedelivery(world);
  const { gifts, ...history } = createHistory(world, { orders, bans, grants, drops, redelivery });
  const referrals = createReferrals(world);
  const twitch = createTwitch(world, drops, input.seal);
  const deliveries = [
    ...orderDeliveries(world, orders),
    ...claimDeliveries(world, drops.claims),
    ...troubledDeliveries(world),
    ...grants.deliveries,
    ...redelivery.deliveries,
  ].toSorted((one, other) => Number(one.created_at) - Number(other.created_at));
  const tables = [
    tablesOfAccounts(world, { ground, input }),
    { referrals: referrals.visits, bans: banRows(bans), staff_notes: noteRows(world, { orders, bans }) },
    bulkRows(world, bans),
    tablesOfGames(world),
    tablesOfShop(world, { orders, origin: input.origin }),
    { redeliveries: redelivery.redeliveries, deliveries, ...grants.rows, ...history },
    createLedger(world, { orders, gifts }),
    twitch.rows,
    tablesOfDrops(world, drops),
    createMails(world, { orders, site: input }),
    createAlerts(world),
  ];
  return {
    tables: tables.flatMap((group) => Object.entries<Row[]>(group)),
    marks: accountMarks(world, { orders, packs: grants.packs }),
    referralsOfAccounts: referrals.ofAccounts,
    twitch: twitch.people,
  };
}

function tablesOfAccounts(
  { random, now, players }: World,
  { ground, input }: { ground: Ground; input: CommunityInput },
): Record<string, Row[]> {
  const { passwordHash, player } = input;
  return {
    accounts: [
      ...staffRows(random, { ...ground, now, passwordHash }),
      ...accountRows(players, { passwordHash, knownHash: player.passwordHash }),
    ],
    activity_days: activityRows(random, players),
    sessions: sessionRows(random, { players, now }),
    sign_ins: signInRows(players, now),
    characters: characterRows(players),
  };
}

function tablesOfGames(world: World): Record<string, Row[]> {
  const { random, now } = world;
  return {
    game_server_samples: sampleRows(now),
    bridge_tokens: tokenRows(random, now),
    bridge_addresses: addressRows(now),
    ...secondServerItems(world),
    ...gameAccounts(world),
  };
}

function tablesOfShop(
  world: World,
  { orders, origin }: { orders: Order[]; origin: string },
): Record<string, Row[]> {
  const { random, now, staff } = world;
  const { lost, rows: unmatched } = createUnmatched(world);
  return {
    orders: orderRows(orders),
    order_lines: orderLineRows(orders),
    order_events: orderEventRows(orders),
    order_refunds: orderRefundRows(random, { orders, staffId: staff.accountant }),
    sandbox_sessions: sandboxSessionRows([...orders, ...lost], { origin }),
    sandbox_refunds: sandboxRefundRows([...orders, ...lost]),
    ...createBooks(orders, now),
    ...cursorRows(now),
    webhook_events: webhookRows(orders, now),
    ...unmatched,
  };
}

function tablesOfDrops(world: World, drops: Drops): Record<string, Row[]> {
  return {
    drop_samples: dropSampleRows(world, drops),
    drop_minutes: drops.minutes.map(({ accountId, kind, minute, channelId }) => ({
      account_id: accountId,
      kind,
      minute,
      channel_id: channelId,
    })),
    drop_totals: drops.totals,
    drop_claims: drops.claims.map(({ player: { id }, reward, at }) => ({
      account_id: id,
      reward_id: reward.id,
      claimed_at: at,
    })),
  };
}

/** As if the provider's lists had just been read: they hold nothing that the portal doesn't know. */
function cursorRows(now: Date): Record<string, Row[]> {
  const at = after(now, -HOUR);
  return {
    payment_cursors: [{ provider: 'sandbox', from_at: at, payouts_from: at, completed_at: at }],
    payment_sweeps: SWEPT.map((subject) => ({
      provider: 'sandbox',
      is_live: false,
      subject,
      is_active: true,
      swept_until: at,
      finished_at: at,
      pages: 0,
      created_at: at,
    })),
  };
}
