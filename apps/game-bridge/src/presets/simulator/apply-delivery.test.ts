import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { announce } from './announce.ts';
import { applyDelivery as apply } from './apply-delivery.ts';
import { makeDemoCharacters, readCharacters } from './demo-characters.ts';
import { openSimulatedGame } from './simulated-game.ts';
import { findFault } from '#loop/readable-delivery.ts';

let game: DatabaseSync;
beforeEach(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waygate-game-'));
  game = await openSimulatedGame(path.join(folder, 'game.sqlite'));
  onTestFinished(() => {
    game.close();
    rmSync(folder, { recursive: true });
  });
});

const GRANT: Delivery = {
  id: 1,
  idempotencyKey: 'order:7:line:1',
  effect: 'grant',
  revokesKey: null,
  accountDBID: 5,
  login: null,
  gameAccountId: null,
  characterId: null,
  characterName: null,
  kind: 'item',
  itemId: 7001,
  quantity: 2,
  availableUntil: null,
  createdAt: '2026-11-20T00:00:00.000Z',
};
const REVOKE: Delivery = {
  ...GRANT,
  id: 2,
  idempotencyKey: 'order:7:line:1:revoke',
  effect: 'revoke',
  revokesKey: GRANT.idempotencyKey,
};
const applyDelivery = (database: DatabaseSync, delivery: Delivery) => apply(database, delivery).outcome;
const owned = () =>
  game
    .prepare('select account_id, kind, item_id, quantity from inventory')
    .all()
    .map((row) => Object.values(row));
const totals = () =>
  game
    .prepare('select * from standing order by kind')
    .all()
    .map((row) => Object.values(row));
const receipts = () =>
  game
    .prepare('select idempotency_key, state from receipts order by 1')
    .all()
    .map((row) => Object.values(row));

test('applies a repeated grant only once', () => {
  expect(applyDelivery(game, GRANT)).toBe('given');
  expect(applyDelivery(game, GRANT)).toBe('duplicate');
  expect(owned()).toEqual([[5, 'item', 7001, 2]]);
});

test('adds up two grants of the same item', () => {
  applyDelivery(game, GRANT);
  applyDelivery(game, { ...GRANT, idempotencyKey: 'another', quantity: 3 });
  expect(owned()).toEqual([[5, 'item', 7001, 5]]);
});

const OTHERS: Partial<Delivery>[] = [
  { accountDBID: 6 },
  { kind: 'benefit' },
  { kind: 'club_days', itemId: null },
  { itemId: 9 },
  { quantity: 50 },
];

test('revokes exactly what the grant gave, once', () => {
  applyDelivery(game, GRANT);
  expect(applyDelivery(game, REVOKE)).toBe('taken_back');
  expect(applyDelivery(game, REVOKE)).toBe('duplicate');
  expect(applyDelivery(game, { ...REVOKE, idempotencyKey: 'another revocation' })).toBe('duplicate');
  expect(applyDelivery(game, GRANT)).toBe('duplicate');
  expect(owned()).toEqual([[5, 'item', 7001, 0]]);
});

test.each(OTHERS)('refuses a grant or a revocation whose receipt is of something else than %j', (other) => {
  applyDelivery(game, GRANT);
  const receipt = { accountDBID: 5, kind: 'item', itemId: 7001, quantity: 2 };
  expect(apply(game, { ...GRANT, ...other })).toEqual({ outcome: 'mismatch', receipt });
  expect(apply(game, { ...REVOKE, ...other })).toEqual({ outcome: 'mismatch', receipt });
  expect(owned()).toEqual([[5, 'item', 7001, 2]]);
  expect(receipts()).toEqual([[GRANT.idempotencyKey, 'given']]);
  expect(applyDelivery(game, REVOKE)).toBe('taken_back');
  expect(applyDelivery(game, { ...REVOKE, ...other })).toBe('mismatch');
});

test('refuses a grant under the key of a revocation, and the other way round', () => {
  applyDelivery(game, GRANT);
  applyDelivery(game, REVOKE);
  expect(applyDelivery(game, { ...GRANT, idempotencyKey: REVOKE.idempotencyKey })).toBe('mismatch');
  expect(applyDelivery(game, { ...REVOKE, idempotencyKey: GRANT.idempotencyKey })).toBe('mismatch');
  expect(applyDelivery(game, { ...REVOKE, idempotencyKey: 'x', revokesKey: REVOKE.idempotencyKey })).toBe(
    'mismatch',
  );
  expect(owned()).toEqual([[5, 'item', 7001, 0]]);
});

test('returns the receipt of each delivery, without an item id where there is none', () => {
  const days: Delivery = { ...GRANT, kind: 'club_days', itemId: null, quantity: 30 };
  const receipt = { accountDBID: 5, kind: 'club_days', itemId: null, quantity: 30 };
  expect(apply(game, days)).toEqual({ outcome: 'given', receipt });
  expect(apply(game, days)).toEqual({ outcome: 'duplicate', receipt });
  const revocation = {
    ...days,
    effect: 'revoke' as const,
    idempotencyKey: 'r',
    revokesKey: days.idempotencyKey,
  };
  expect(apply(game, revocation)).toEqual({ outcome: 'taken_back', receipt });
  expect(apply(game, revocation)).toEqual({ outcome: 'duplicate', receipt });
});

test('never applies a grant whose revocation came first', () => {
  expect(applyDelivery(game, REVOKE)).toBe('barred');
  expect(applyDelivery(game, GRANT)).toBe('duplicate');
  expect(applyDelivery(game, REVOKE)).toBe('duplicate');
  expect(owned()).toEqual([]);
  expect(receipts()).toEqual([
    [GRANT.idempotencyKey, 'barred'],
    [REVOKE.idempotencyKey, 'done'],
  ]);
});

const BENEFIT: Delivery = {
  ...GRANT,
  idempotencyKey: 'benefit:5:17:a',
  kind: 'benefit',
  itemId: 17,
  quantity: 1,
  availableUntil: '2026-12-24T18:00:00.000Z',
};
const revocationOf = (grant: Delivery): Delivery => ({
  ...grant,
  idempotencyKey: `${grant.idempotencyKey}:revoke`,
  effect: 'revoke',
  revokesKey: grant.idempotencyKey,
});

test('keeps the newest end date, in whatever order the new grant, the old one and its revocation arrive', () => {
  const changed = {
    ...BENEFIT,
    idempotencyKey: 'benefit:5:17:b',
    availableUntil: '2026-11-30T00:00:00.000Z',
  };
  const deliveries = [BENEFIT, changed, revocationOf(BENEFIT)];
  for (const [place, order] of permutations(deliveries).entries()) {
    game.exec('delete from receipts; delete from inventory');
    for (const delivery of [...order, ...order]) applyDelivery(game, delivery);
    expect([place, totals(), owned()]).toEqual([
      place,
      [[5, 'benefit', 17, changed.availableUntil]],
      [[5, 'benefit', 17, 1]],
    ]);
  }
});

test('lets the grant with the latest end win, and a permanent one over all', () => {
  const longest = { ...BENEFIT, idempotencyKey: 'longest', availableUntil: '2027-01-01T00:00:00.000Z' };
  const forGood = { ...BENEFIT, idempotencyKey: 'for good', availableUntil: null };
  for (const grant of [longest, BENEFIT, forGood]) applyDelivery(game, grant);
  expect(totals()).toEqual([[5, 'benefit', 17, null]]);
  applyDelivery(game, revocationOf(forGood));
  expect(totals()).toEqual([[5, 'benefit', 17, longest.availableUntil]]);
});

test('upgrades a database from before items had an end date', async () => {
  applyDelivery(game, GRANT);
  game.exec('drop view standing; alter table receipts drop column available_until');
  const again = await openSimulatedGame(game.location() ?? '');
  try {
    expect(applyDelivery(again, GRANT)).toBe('duplicate');
    expect(applyDelivery(again, BENEFIT)).toBe('given');
  } finally {
    again.close();
  }
  expect(totals()).toEqual([
    [5, 'benefit', 17, BENEFIT.availableUntil],
    [5, 'item', 7001, null],
  ]);
});

test('stores neither the item nor its receipt when writing fails', () => {
  game.exec(
    `create trigger full before insert on receipts begin select raise(abort, 'the disk is full'); end`,
  );
  expect(() => applyDelivery(game, GRANT)).toThrow('the disk is full');
  expect(owned()).toEqual([]);
  game.exec('drop trigger full');
  expect(applyDelivery(game, GRANT)).toBe('given');
});

test.each([
  [{}, undefined],
  [{ kind: 'club_days', itemId: null }, undefined],
  [{ itemId: null }, 'The item has no id.'],
  [{ kind: 'dragon' }, "The kind 'dragon' is not known."],
  [{ kind: 'benefit' }, undefined],
  [{ kind: 'benefit', itemId: null }, 'The benefit has no id.'],
  [{ kind: 'staff_package', itemId: null, availableUntil: '2026-12-24T18:00:00.000Z' }, undefined],
  [{ availableUntil: 'soon' }, 'The time until which it lasts cannot be read.'],
  [{ quantity: 0 }, 'The quantity is not a positive number.'],
  [{ quantity: '2' }, 'The quantity is not a positive number.'],
  [{ accountDBID: undefined }, 'There is no account.'],
  [{ effect: 'lend' }, "The effect 'lend' is not known."],
  [{ effect: 'revoke' }, 'The revocation names no grant.'],
  [{ idempotencyKey: '' }, 'There is no idempotency key.'],
])('of a delivery with %j it says: %s', (changes, fault) => {
  expect(findFault({ ...GRANT, ...changes })).toBe(fault);
});

test('describes what happened in plain words', () => {
  expect(announce(GRANT, 'given')).toBe('+ account 5 received 2 × item 7001');
  expect(announce({ ...GRANT, kind: 'club_days', quantity: 30 }, 'taken_back')).toBe(
    '- account 5 gave back 30 days of the club',
  );
  expect(announce({ ...GRANT, kind: 'founder_package' }, 'barred')).toBe(
    '- account 5 will not get the founder package: revoked before it was granted',
  );
  expect(announce(BENEFIT, 'given')).toBe('+ account 5 received benefit 17 until 2026-12-24 18:00');
  expect(announce({ ...GRANT, kind: 'staff_package' }, 'given')).toBe(
    '+ account 5 received the staff package',
  );
  expect(announce(GRANT, 'duplicate')).toContain('order:7:line:1');
  expect(announce(GRANT, 'mismatch')).toContain('order:7:line:1');
});

test('gives every account with a delivery the same two characters each day', () => {
  for (let accountDBID = 1; accountDBID <= 100; accountDBID += 1) {
    applyDelivery(game, { ...GRANT, idempotencyKey: `key ${accountDBID}`, accountDBID });
  }
  makeDemoCharacters(game);
  const reports = readCharacters(game, '');
  expect(reports.map(({ characters }) => characters.length)).toEqual(Array(100).fill(2));
  makeDemoCharacters(game);
  expect(readCharacters(game, '')).toEqual(reports);
});

function permutations<T>(values: T[]): T[][] {
  if (values.length < 2) return [values];
  return values.flatMap((value, place) =>
    permutations(values.toSpliced(place, 1)).map((rest) => [value, ...rest]),
  );
}
