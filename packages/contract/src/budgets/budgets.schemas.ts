import * as z from 'zod/mini';
import { totals } from '../lists.ts';
import { reasonText } from '../text.ts';

/** What a staff member may give away in a day. Amounts are whole: coins of both currencies, packs, items, cents. */
export const budgetKindSchema = z.enum(['coins', 'packs', 'items', 'refunds']);

export const BUDGET_KINDS = budgetKindSchema.options;

export const BUDGET_LABELS: Record<BudgetKind, string> = {
  coins: 'Coins',
  packs: 'Packs',
  items: 'Items',
  refunds: 'Refunds',
};

export const BUDGET_MAX = 1_000_000_000;

/** A budget that a write did not fit into. */
export const refusedBudgetSchema = z.object({
  kind: budgetKindSchema,
  /** What the staff member may give today, in all. */
  limit: z.int(),
  /** What is left of it. */
  left: z.int(),
});

/** A UTC day of the database's clock, 'YYYY-MM-DD'. */
const day = z.iso.date();

const budgetSchema = z.object({
  /** Null for owners, who have no limit. */
  limit: z.nullable(z.int()),
  used: z.int(),
});

const perKind = <T extends z.ZodMiniType>(schema: T) =>
  z.object({ coins: schema, packs: schema, items: schema, refunds: schema });

/** The budgets of the caller. */
export const ownBudgetsSchema = z.object({ day, today: perKind(budgetSchema) });

const limitsSchema = perKind(z.int());

export const budgetDefaultsSchema = z.extend(limitsSchema, { revision: z.int() });

/** A staff member's budgets, and what they used of them today. */
export const staffBudgetSchema = z.object({
  accountDBID: z.int(),
  userName: z.string(),
  day,
  /** Their own limits; null where the default counts. */
  limits: perKind(z.nullable(z.int())),
  /** What counts where they have no limit of their own. */
  defaults: limitsSchema,
  /** Limits that an owner raised for this day; null where none was. */
  raised: perKind(z.nullable(z.int())),
  today: perKind(budgetSchema),
  revision: z.int(),
});

export const staffBudgetListSchema = z.object({ staff: z.array(staffBudgetSchema), ...totals });

const LIMIT_MESSAGE = 'A limit is a whole number from 0 to 1 000 000 000.';
const limit = z.int(LIMIT_MESSAGE).check(z.minimum(0, LIMIT_MESSAGE), z.maximum(BUDGET_MAX, LIMIT_MESSAGE));

export const budgetDefaultsUpdateSchema = z.extend(perKind(limit), {
  reason: reasonText,
  revision: z.int(),
});

/** Null takes a limit away: the default counts again. */
export const staffBudgetUpdateSchema = z.extend(perKind(z.nullable(limit)), {
  reason: reasonText,
  revision: z.int(),
});

/** Null takes a raise away. */
export const budgetRaiseSchema = z.extend(staffBudgetUpdateSchema, {
  /** The day that the form showed: a raise for yesterday is a conflict. */
  day,
});

export type BudgetKind = z.infer<typeof budgetKindSchema>;
export type RefusedBudget = z.infer<typeof refusedBudgetSchema>;
export type OwnBudgets = z.infer<typeof ownBudgetsSchema>;
export type BudgetLimits = z.infer<typeof limitsSchema>;
export type BudgetDefaults = z.infer<typeof budgetDefaultsSchema>;
export type StaffBudget = z.infer<typeof staffBudgetSchema>;
export type BudgetDefaultsUpdate = z.infer<typeof budgetDefaultsUpdateSchema>;
export type StaffBudgetUpdate = z.infer<typeof staffBudgetUpdateSchema>;
export type BudgetRaise = z.infer<typeof budgetRaiseSchema>;
