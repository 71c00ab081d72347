import { expect, test } from 'vitest';
import { observeBackups, observeRestoreTries } from '#features/doctor/backups.checks.ts';

const state = {
  everySeconds: 3600,
  ageSeconds: 1800,
  place: '/srv/backups',
  hasKeys: true,
  failure: null,
  restoreTriedDaysAgo: 1,
};
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

test.each([
  [1800, 90, []],
  [1800, 91.5, ['No restore has been tried for 91 days.']],
  [1800, null, ['No restore has been tried.']],
  [null, null, []],
])(
  'with a backup of %s s, a restore that was tried %s days ago',
  (ageSeconds, restoreTriedDaysAgo, expected) => {
    const found = observeRestoreTries({ ageSeconds, restoreTriedDaysAgo });
    expect(found.map(({ what }) => what)).toEqual(expected);
    expect(
      found.every((one) => one.state === 'warning' && one.fix === 'waygate restore latest --check'),
    ).toBe(true);
  },
);
