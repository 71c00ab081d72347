import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Endpoint } from './endpoint.ts';

const files = await readdir(new URL('.', import.meta.url), { recursive: true });
const modules = await Promise.all(
  files
    .filter((file) => file.endsWith('.endpoints.ts'))
    .map(async (file): Promise<Record<string, Endpoint>> => import(`./${file}`)),
);
const ofStaff = modules
  .flatMap((module) => Object.entries(module))
  .filter(([, { access }]) => typeof access === 'object')
  .map(([name, { sudo, response }]) => ({ name, sudo, response }));

const named = (found: { name: string }[]) => found.map(({ name }) => name).toSorted();

/** Files that say nothing about a person. */
const WITHOUT_PEOPLE = [
  'exportArticles',
  'exportCategories',
  'exportGameServers',
  'exportPastAlerts',
  'exportPatchNotes',
  'exportProducts',
  'exportRoles',
  'exportSeasons',
  'exportTwitchRewards',
];

/** What grants rights, gives value, takes an account away, or lets a program in. Changes of accounts decide by their fields. */
const SENSITIVE = [
  'addBridgeAddress',
  'adjustMinutes',
  'applyRole',
  'attachUnmatchedPayment',
  'createBenefit',
  'createBridgeToken',
  'decideOrder',
  'eraseUser',
  'grantItem',
  'performAction',
  'planFactorRemoval',
  'raiseBudget',
  'refundOrder',
  'refundUnmatchedPayment',
  'startBulk',
  'startRedelivery',
  'updateBenefit',
  'updateBudgetDefaults',
  'updateRole',
  'updateSecurityPolicy',
  'updateStaffBudget',
];

test('files about people ask who is signed in', () => {
  const unasked = ofStaff.filter(({ response, sudo }) => response === 'csv' && !sudo);
  expect(named(unasked)).toEqual(WITHOUT_PEOPLE);
});

test('sensitive actions ask who is signed in, and others do not', () => {
  const asked = ofStaff.filter(({ response, sudo }) => response !== 'csv' && sudo);
  expect(named(asked)).toEqual(SENSITIVE);
});
