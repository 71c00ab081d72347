import { getTableColumns, sql } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts, accountSearch, bans } from '#features/identity/accounts.tables.ts';
import { accountTokens } from '#features/accounts/account-tokens.tables.ts';
import { sessions } from '#features/sessions/sessions.tables.ts';
import { activityDays } from '#features/identity/activity.tables.ts';
import { accountPacks } from '#features/packs/packs.tables.ts';
import { auditEntries } from '#features/staff/audit.tables.ts';
import { accountBenefits } from '#features/benefits/benefits.tables.ts';
import {
  bridgeAddresses,
  bridgeTokens,
  characters,
  deliveries,
} from '#features/deliveries/deliveries.tables.ts';
import { seeds } from '#features/demo/demo.tables.ts';
import { coinBalances, ledgerEntries, ledgerTransactions } from '#features/ledger/ledger.tables.ts';
import { localMailbox, mails } from '#features/mail/mail.tables.ts';
import { pictures, pictureUses } from '#features/media/media.tables.ts';
import { news } from '#features/news/news.tables.ts';
import {
  orderEvents,
  orderLines,
  orderPayments,
  orderRefunds,
  orders,
  webhookEvents,
} from '#features/orders/orders.tables.ts';
import { patchNotes } from '#features/patch-notes/patch-notes.tables.ts';
import { productCategories, productLines, products } from '#features/products/products.tables.ts';
import { referrals } from '#features/referrals/referrals.tables.ts';
import {
  sandboxEvents,
  sandboxIdempotencyKeys,
  sandboxRefunds,
  sandboxSessions,
  sandboxSettings,
} from '#simulators/payments/sandbox.tables.ts';
import { twitchRewards } from '#features/twitch-rewards/twitch-rewards.tables.ts';
import { statisticsDays, statisticsReturns } from '#features/statistics/statistics.tables.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';

import {
  twitchSeasons,
  dropSamples,
  dropChannels,
  dropMinutes,
  dropTotals,
  dropAdjustments,
  dropClaims,
} from '#features/drops/drops.tables.ts';
import {
  twitchLinks,
  twitchStreamers,
  twitchLinkAttempts,
  twitchLinkBlocks,
  twitchRevocations,
} from '#features/twitch-links/twitch-links.tables.ts';

const TABLES: PgTable[] = [
  twitchSeasons,
  twitchLinks,
  twitchStreamers,
  twitchLinkAttempts,
  twitchLinkBlocks,
  twitchRevocations,
  dropSamples,
  dropChannels,
  dropMinutes,
  dropTotals,
  dropAdjustments,
  dropClaims,

  auditEntries,
  accounts,
  accountSearch,
  accountTokens,
  bans,
  sessions,
  localMailbox,
  mails,
  pictures,
  pictureUses,
  news,
  patchNotes,
  referrals,
  twitchRewards,
  seeds,
  productCategories,
  products,
  productLines,
  ledgerTransactions,
  ledgerEntries,
  coinBalances,
  orders,
  orderLines,
  orderEvents,
  orderPayments,
  orderRefunds,
  webhookEvents,
  deliveries,
  bridgeTokens,
  bridgeAddresses,
  characters,
  accountBenefits,
  accountPacks,
  sandboxSettings,
  sandboxSessions,
  sandboxRefunds,
  sandboxEvents,
  sandboxIdempotencyKeys,
  activityDays,
  statisticsDays,
  statisticsReturns,
];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

type Column = { name: string; type: string; isNullable: boolean; hasDefault: boolean };

const byName = (a: Column, b: Column) => (a.name < b.name ? -1 : 1);

async function migratedColumns(table: string): Promise<Column[]> {
  const { rows } = await database.db.execute<{
    column_name: string;
    data_type: string;
    is_nullable: string;
    has_default: boolean;
  }>(sql`
    select column_name, is_nullable,
      case data_type when 'ARRAY' then ltrim(udt_name, '_') || '[]' else data_type end as data_type,
      column_default is not null or is_identity = 'YES' as has_default
    from information_schema.columns where table_schema = 'public' and table_name = ${table}`);
  return rows.map((row) => ({
    name: row.column_name,
    type: row.data_type,
    isNullable: row.is_nullable === 'YES',
    hasDefault: row.has_default,
  }));
}

function statedColumns(table: PgTable): Column[] {
  return Object.values(getTableColumns(table)).map((column) => ({
    name: column.name,
    type: column.getSQLType(),
    isNullable: !column.notNull,
    hasDefault: column.hasDefault || column.generatedIdentity !== undefined,
  }));
}

test.each(TABLES.map((table) => [getTableConfig(table).name, table] as const))(
  'the code knows the columns of %s as they were migrated',
  async (name, table) => {
    const migrated = await migratedColumns(name);
    expect(migrated.length).toBeGreaterThan(0);
    expect(statedColumns(table).toSorted(byName)).toEqual(migrated.toSorted(byName));
  },
);

test('every foreign key starts an index', async () => {
  const { rows } = await database.db.execute(sql`
    select conrelid::regclass::text as table, conname as key from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select 1 from pg_index where indrelid = conrelid and indkey[0] = conkey[1])`);
  expect(rows).toEqual([]);
});
