import type { BudgetKind } from '@waygate/contract/budgets/budgets.schemas';
import { type SQL, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';

export type BudgetAmount = { kind: BudgetKind; amount: number };

/**
 * Counts amounts as used today, each only if it fits into its limit. One statement, so that parallel callers never
 * exceed a limit together.
 *
 * @returns the kinds that were counted
 */
export async function upsertBudgetUse(
  tx: Transaction,
  { staffId, isLimited, amounts }: { staffId: number; isLimited: boolean; amounts: BudgetAmount[] },
): Promise<BudgetKind[]> {
  const asked = amounts.map(({ kind, amount }) => sql`(${kind}, ${amount}::bigint)`);
  const fits = (used: SQL, kind: SQL) =>
    isLimited ? sql`${used} <= budget_limit(${staffId}, ${kind}, budget_today())` : sql`true`;
  const { rows } = await tx.execute<{ kind: BudgetKind }>(sql`
    insert into budget_use (staff_id, kind, day, used)
    select ${staffId}, kind, budget_today(), amount from (values ${sql.join(asked, sql`, `)}) as asked (kind, amount)
    where ${fits(sql`amount`, sql`kind`)}
    on conflict (staff_id, day, kind) do update set used = budget_use.used + excluded.used
    where ${fits(sql`budget_use.used + excluded.used`, sql`excluded.kind`)}
    returning kind`);
  return rows.map(({ kind }) => kind);
}

/** Takes back what was counted on the day of this time, because it was not given after all. */
export async function updateBudgetUseReturned(
  tx: Transaction,
  { staffId, kind, amount, countedAt }: BudgetAmount & { staffId: number; countedAt: Date },
): Promise<void> {
  await tx.execute(sql`
    update budget_use set used = greatest(used - ${amount}, 0)
    where staff_id = ${staffId} and kind = ${kind}
      and day = (${countedAt.toISOString()}::timestamptz at time zone 'utc')::date`);
}

/** Leaves an account nothing to give away until an owner sets its limits. */
export async function upsertNoBudgets(tx: Transaction, staffId: number): Promise<void> {
  await tx.execute(sql`
    insert into staff_budgets (staff_id, coins, packs, items, refunds) values (${staffId}, 0, 0, 0, 0)
    on conflict (staff_id) do update
    set (coins, packs, items, refunds, revision) = (0, 0, 0, 0, staff_budgets.revision + 1)`);
}

/** Today's limit, as if there were one for owners too, and what is used of it. */
export async function selectBudgetsOfToday(db: Db, staffId: number): Promise<BudgetOfToday[]> {
  const { rows } = await db.execute<BudgetOfToday>(sql`
    select budget_today()::text as day, kinds.kind, budget_limit(${staffId}, kinds.kind, budget_today()) as "limit",
           coalesce(used, 0)::float8 as used
    from unnest(array['coins', 'packs', 'items', 'refunds']) as kinds (kind)
    left join budget_use as use on use.kind = kinds.kind and staff_id = ${staffId} and day = budget_today()`);
  return rows;
}

export type BudgetOfToday = { day: string; kind: BudgetKind; limit: number; used: number };
