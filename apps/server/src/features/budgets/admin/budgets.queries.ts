import type { BudgetLimits } from '@waygate/contract/budgets/budgets.schemas';
import { type SQL, sql } from 'drizzle-orm';
import { accountsNamedLike } from '#features/identity/identity.ts';
import type { BudgetOfToday } from '#features/staff/staff.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import { readBranchedPage } from '#platform/db/paging/branches.ts';
import type { Page, PageRequest } from '#platform/db/paging/read-page.ts';
import { startsWithDigits } from '#platform/db/search-text.ts';

/** A limit for each kind; null for none of their own. */
export type OwnLimits = { [Kind in keyof BudgetLimits]: number | null };

export type DefaultsRow = BudgetLimits & { revision: number };

export type StaffBudgetRow = {
  accountId: number;
  userName: string;
  permission: number;
  limits: OwnLimits;
  defaults: BudgetLimits;
  budgets: (BudgetOfToday & { raisedTo: number | null })[];
  revision: number;
};

const LIMITS = sql`coins, packs, items, refunds`;

export async function selectDefaults(db: Db): Promise<DefaultsRow> {
  return onlyRow(await db.execute<DefaultsRow>(sql`select ${LIMITS}, revision from budget_defaults`));
}

/** Locked until the transaction ends. */
export async function selectDefaultsLocked(tx: Transaction): Promise<DefaultsRow> {
  const selected = sql`select ${LIMITS}, revision from budget_defaults for update`;
  return onlyRow(await tx.execute<DefaultsRow>(selected));
}

export async function updateDefaults(
  tx: Transaction,
  { coins, packs, items, refunds }: BudgetLimits,
): Promise<DefaultsRow> {
  return onlyRow(
    await tx.execute<DefaultsRow>(sql`
      update budget_defaults set (${LIMITS}, revision) = (${coins}, ${packs}, ${items}, ${refunds}, revision + 1)
      returning ${LIMITS}, revision`),
  );
}

function onlyRow<Row>({ rows: [row] }: { rows: Row[] }): Row {
  if (!row) throw new Error('The default budgets are missing.');
  return row;
}

/** The first condition is the index's own; a permission above 0 alone opens nothing. */
const IS_STAFF = sql`(web_mgt > 1 or permission > 0 or sections <> '{}')
  and (web_mgt > 1 or permission = 32 or sections <> '{}')`;

const ORDERS = { accountDBID: sql`id`, '-accountDBID': sql`id desc` };

type BudgetListing = PageRequest & { search: string; sort: keyof typeof ORDERS };

/** One page of the staff with their budgets, by their id or a part of their name. */
export async function selectStaffBudgets(
  db: Db,
  { search, sort, ...request }: BudgetListing,
): Promise<Page<StaffBudgetRow>> {
  const order = ORDERS[sort];
  return readBranchedPage(db, request, {
    branches: branchesOf(search.trim()),
    order,
    countTo: 'page',
    select: async (page) => (await db.execute<StaffBudgetRow>(budgetsOf(page, order))).rows,
  });
}

function branchesOf(search: string): SQL[] {
  const all = sql`select id from accounts where ${IS_STAFF}`;
  if (search === '') return [all];
  const conditions = [sql`id in (${accountsNamedLike(search)})`, ...startsWithDigits(sql`id`, search)];
  return conditions.map((condition) => sql`${all} and ${condition}`);
}

/** @returns undefined for an account that is no staff */
export async function selectStaffBudget(db: Db, accountId: number): Promise<StaffBudgetRow | undefined> {
  const one = sql`select id from accounts where id = ${accountId} and ${IS_STAFF}`;
  const { rows } = await db.execute<StaffBudgetRow>(budgetsOf(one, ORDERS.accountDBID));
  return rows[0];
}

function budgetsOf(page: SQL, order: SQL): SQL {
  return sql`
    select id as "accountId", user_name as "userName", permission, coalesce(own.revision, 0) as revision,
           jsonb_build_object('coins', own.coins, 'packs', own.packs, 'items', own.items, 'refunds', own.refunds)
             as limits,
           (select to_jsonb(d) from (select ${LIMITS} from budget_defaults) as d) as defaults, today.budgets
    from (${page}) as page join accounts using (id) left join staff_budgets as own on own.staff_id = id
    cross join lateral (
      select jsonb_agg(jsonb_build_object(
        'day', budget_today(), 'kind', kinds.kind, 'used', coalesce(used, 0), 'raisedTo', raised_to,
        'limit', budget_limit(id, kinds.kind, budget_today()))) as budgets
      from unnest(array['coins', 'packs', 'items', 'refunds']) as kinds (kind)
      left join budget_use as use on (use.staff_id, use.day, use.kind) = (id, budget_today(), kinds.kind)
      left join budget_raises as raised
        on (raised.staff_id, raised.day, raised.kind) = (id, budget_today(), kinds.kind)) as today
    order by ${order}`;
}

/** Counts a change, also where the limits stay. */
export async function upsertStaffBudget(
  tx: Transaction,
  accountId: number,
  { coins, packs, items, refunds }: OwnLimits,
): Promise<void> {
  await tx.execute(sql`
    insert into staff_budgets (staff_id, ${LIMITS})
    values (${accountId}, ${coins}, ${packs}, ${items}, ${refunds})
    on conflict (staff_id) do update
    set (${LIMITS}, revision) = (excluded.coins, excluded.packs, excluded.items, excluded.refunds, staff_budgets.revision + 1)`);
}

/** Replaces today's raises. */
export async function replaceRaises(tx: Transaction, accountId: number, raised: OwnLimits): Promise<void> {
  const { coins, packs, items, refunds } = raised;
  await tx.execute(sql`delete from budget_raises where staff_id = ${accountId} and day = budget_today()`);
  await tx.execute(sql`
    insert into budget_raises (staff_id, day, kind, raised_to)
    select ${accountId}, budget_today(), kind, raised_to
    from (values ('coins', ${coins}::integer), ('packs', ${packs}), ('items', ${items}), ('refunds', ${refunds}))
      as raises (kind, raised_to)
    where raised_to is not null`);
}
