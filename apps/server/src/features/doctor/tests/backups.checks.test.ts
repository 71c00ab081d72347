import { expect, test } from 'vitest';
import { observeBackups } from '#features/doctor/backups.checks.ts';

const state = { everySeconds: 3600, ageSeconds: 1800, place: '/srv/backups', hasKeys: true, failure: null };
const settings = { isPublic: true, hasPassphrase: true };

test.each([
  [state, settings, 'ok'],
  [state, { ...settings, hasPassphrase: false }, 'warning'],
  [{ ...state, hasKeys: false }, settings, 'warning'],
  [{ ...state, ageSeconds: 7300 }, settings, 'problem'],
  [{ ...state, ageSeconds: null, place: null, failure: 'It is full.' }, settings, 'problem'],
  [{ ...state, everySeconds: null }, settings, 'warning'],
  [{ ...state, everySeconds: null }, { ...settings, isPublic: false }, 'skipped'],
])('backups like %j of a portal with %j are %s', (backups, about, expected) => {
  expect(observeBackups(backups, about).state).toBe(expected);
});
