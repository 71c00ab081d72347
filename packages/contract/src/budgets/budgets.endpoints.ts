import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { listQuery, PAGE_PARTS } from '../lists.ts';
import { SECTIONS } from '../permissions.ts';
import { idParam } from '../text.ts';
import {
  budgetDefaultsSchema,
  budgetDefaultsUpdateSchema,
  budgetRaiseSchema,
  ownBudgetsSchema,
  staffBudgetListSchema,
  staffBudgetSchema,
  staffBudgetUpdateSchema,
} from './budgets.schemas.ts';

const access = { section: 'owner' } as const;
const params = z.object({ accountDBID: idParam });

export const getOwnBudgets = endpoint({
  method: 'GET',
  path: '/admin/my-budgets',
  access: { anyOf: SECTIONS },
  summary: "The caller's budgets for today and what is used of them.",
  response: ownBudgetsSchema,
});

export const listStaffBudgets = endpoint({
  method: 'GET',
  path: '/admin/budgets',
  access,
  summary: 'What each staff member may give away today, and what they gave.',
  query: z.object(listQuery(['accountDBID'])),
  response: staffBudgetListSchema,
});

export const exportStaffBudgets = endpoint({
  method: 'GET',
  path: '/admin/budgets/export',
  access,
  sudo: true,
  summary: "Staff members' budgets of today as the list finds them, as CSV. One export at a time.",
  query: z.omit(listStaffBudgets.query, PAGE_PARTS),
  response: 'csv',
});

export const getBudgetDefaults = endpoint({
  method: 'GET',
  path: '/admin/budgets/defaults',
  access,
  summary: 'The limits per day of staff without limits of their own.',
  response: budgetDefaultsSchema,
});

export const updateBudgetDefaults = endpoint({
  method: 'PUT',
  path: '/admin/budgets/defaults',
  access,
  sudo: true,
  summary: 'Change the default limits per day.',
  body: budgetDefaultsUpdateSchema,
  response: budgetDefaultsSchema,
  conflict: budgetDefaultsSchema,
});

export const updateStaffBudget = endpoint({
  method: 'PUT',
  path: '/admin/budgets/:accountDBID',
  access,
  sudo: true,
  summary: "Change a staff member's own limits per day.",
  params,
  body: staffBudgetUpdateSchema,
  response: staffBudgetSchema,
  conflict: staffBudgetSchema,
});

export const raiseBudget = endpoint({
  method: 'PUT',
  path: '/admin/budgets/:accountDBID/today',
  access,
  sudo: true,
  summary: "Raise a staff member's limits until the end of the day.",
  params,
  body: budgetRaiseSchema,
  response: staffBudgetSchema,
  conflict: staffBudgetSchema,
});
