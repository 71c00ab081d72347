import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { countBranches, readBranchedPage, readFirstRows } from '#platform/db/paging/branches.ts';
import type { Page, PageRequest } from '#platform/db/paging/read-page.ts';
import { startsWithDigits } from '#platform/db/search-text.ts';
import type { BenefitRow } from './benefits.presenter.ts';
import { accountBenefits } from '#features/benefits/benefits.tables.ts';

export type BenefitKey = { accountId: number; benefitId: number };

type Row = typeof accountBenefits.$inferSelect;

export async function insertBenefit(db: Db, row: typeof accountBenefits.$inferInsert): Promise<void> {
  await db.insert(accountBenefits).values(row);
}

/** Locked until the transaction ends. */
export async function selectBenefitLocked(tx: Transaction, key: BenefitKey): Promise<Row | undefined> {
  const [row] = await tx.select().from(accountBenefits).where(isBenefit(key)).for('update');
  return row;
}

export async function updateBenefitTime(
  tx: Transaction,
  key: BenefitKey,
  { availableUntil, grantKey }: Pick<Row, 'availableUntil' | 'grantKey'>,
): Promise<void> {
  const revision = sql`${accountBenefits.revision} + 1`;
  await tx.update(accountBenefits).set({ availableUntil, grantKey, revision }).where(isBenefit(key));
}

/** @returns the deleted row; undefined when the account did not have the benefit */
export async function deleteBenefitRow(tx: Transaction, key: BenefitKey): Promise<Row | undefined> {
  const [row] = await tx.delete(accountBenefits).where(isBenefit(key)).returning();
  return row;
}

function isBenefit({ accountId, benefitId }: BenefitKey) {
  return and(eq(accountBenefits.accountId, accountId), eq(accountBenefits.benefitId, benefitId));
}

type BenefitSort = keyof typeof ORDERS;

type BenefitFilter = {
  search: string;
  account?: number | undefined;
  state?: 'active' | 'ended' | undefined;
};

type BenefitListing = BenefitFilter & PageRequest & { sort: BenefitSort };

/** Each follows an index, forward or backward. */
const ORDERS = {
  accountDBID: sql`account_id, benefit_id`,
  '-accountDBID': sql`account_id desc, benefit_id desc`,
  benefitId: sql`benefit_id, account_id`,
  '-benefitId': sql`benefit_id desc, account_id desc`,
  availableUntil: sql`available_until, account_id, benefit_id`,
  '-availableUntil': sql`available_until desc, account_id desc, benefit_id desc`,
};

/** One page, and how many there are. Not prepared: its plan depends on what is searched for. */
export async function selectBenefits(
  db: Db,
  { sort, ...listing }: BenefitListing,
): Promise<Page<BenefitRow>> {
  const order = ORDERS[sort];
  return readBranchedPage(db, listing, {
    branches: branchesOf(listing),
    order,
    countTo: 'page',
    select: (page) => selectRows(db, page, order),
  });
}

/** The next benefits after one of them, or the first, by account. */
export function selectBenefitsAfter(
  db: Db,
  filter: BenefitFilter,
  { after, limit }: { after: BenefitKey | undefined; limit: number },
): Promise<BenefitRow[]> {
  const order = ORDERS.accountDBID;
  const isNext = after && sql`(account_id, benefit_id) > (${after.accountId}, ${after.benefitId})`;
  const found = { branches: branchesOf(filter, isNext), order };
  return readFirstRows(found, limit, (page) => selectRows(db, page, order));
}

export function countBenefits(db: Db, filter: BenefitFilter, most: number): Promise<number> {
  return countBranches(db, { branches: branchesOf(filter), order: ORDERS.accountDBID }, most);
}

async function selectRows(db: Db, page: SQL, order: SQL): Promise<BenefitRow[]> {
  const { rows } = await db.execute<Omit<BenefitRow, 'availableUntil'> & { availableUntil: string }>(sql`
    select account_id as "accountId", user_name as "userName", benefit_id as "benefitId",
           available_until as "availableUntil", page.revision
    from (${page}) as page join accounts on accounts.id = account_id
    order by ${order}`);
  return rows.map((row) => ({ ...row, availableUntil: new Date(row.availableUntil) }));
}

/** By the first digits of either id. */
function branchesOf({ search, account, state }: BenefitFilter, isNext?: SQL): SQL[] {
  const digits = search.trim();
  const isChosen =
    and(
      isNext,
      account === undefined ? undefined : sql`account_id = ${account}`,
      state && (state === 'ended' ? sql`available_until <= now()` : sql`available_until > now()`),
    ) ?? sql`true`;
  const all = sql`select account_id, benefit_id, available_until, revision from account_benefits where ${isChosen}`;
  if (digits === '') return [all];
  const conditions = [
    ...startsWithDigits(sql`account_id`, digits),
    ...startsWithDigits(sql`benefit_id`, digits),
  ];
  return conditions.map((condition) => sql`${all} and ${condition}`);
}
