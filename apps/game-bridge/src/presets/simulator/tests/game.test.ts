import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { bcrypt } from 'hash-wasm';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { applyAccountCommand, signIn } from '#presets/simulator/game-accounts.ts';
import { openSimulatedGame } from '#presets/simulator/simulated-game.ts';
import { createSimulatedGame } from '#presets/simulator/simulator.ts';
import { spendCoins } from '#presets/simulator/spend-coins.ts';
import { createCommand, createDelivery } from '#test/hero.ts';

const NOW = new Date();
let game: DatabaseSync;
beforeEach(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waygate-game-'));
  game = await openSimulatedGame(path.join(folder, 'game.sqlite'));
  onTestFinished(() => {
    game.close();
    rmSync(folder, { recursive: true });
  });
});

const verifierOf = async (password: string) =>
  ({
    scheme: 'bcrypt',
    verifier: await bcrypt({ password, salt: Buffer.alloc(16, 7), costFactor: 4, outputType: 'encoded' }),
  }) as const;
const enter = (password: string, now = NOW) => signIn(game, { login: 'hero', password }, now);

test('a player signs in to the game with the account, unless it is locked', async () => {
  const create = createCommand({ credential: await verifierOf('first password') });
  expect(await applyAccountCommand(game, create)).toEqual({ is: 'done', login: 'hero', gameAccountId: '5' });
  expect((await applyAccountCommand(game, create)).is).toBe('done');
  expect((await applyAccountCommand(game, { ...create, accountDBID: 6 })).is).toBe('taken');
  expect(await enter('first password')).toEqual({ is: 'signed_in', accountId: 5 });
  expect(await enter('another')).toEqual({ is: 'wrong' });
  const lockedUntil = new Date(NOW.getTime() + 1000).toISOString();
  await applyAccountCommand(game, createCommand({ kind: 'lock', lockedUntil }));
  expect(await enter('first password')).toEqual({ is: 'locked' });
  expect((await enter('first password', new Date(NOW.getTime() + 2000))).is).toBe('signed_in');
  await applyAccountCommand(game, createCommand({ kind: 'lock' }));
  expect((await enter('first password', new Date(NOW.getTime() + 2000))).is).toBe('locked');
  await applyAccountCommand(game, createCommand({ kind: 'unlock' }));
  await applyAccountCommand(
    game,
    createCommand({ kind: 'set_password', credential: await verifierOf('second') }),
  );
  expect(await Promise.all([enter('first password'), enter('second')])).toMatchObject([
    { is: 'wrong' },
    { is: 'signed_in' },
  ]);
});

test('a spending whose answer was lost is asked for again under its key, and the next one under another', async () => {
  const keys: string[] = [];
  let isAnswerLost = true;
  const portal = {
    debit: async ({ idempotencyKey }: { idempotencyKey: string }) => {
      keys.push(idempotencyKey);
      if (isAnswerLost) throw new Error('The answer is lost.');
      return { outcome: 'applied', balance: 7 } as const;
    },
  };
  const spending = { accountId: 5, amount: 50, reason: 'A wooden horse' };
  await expect(spendCoins(game, portal, spending)).rejects.toThrow('lost');
  isAnswerLost = false;
  expect(await spendCoins(game, portal, spending)).toEqual({ is: 'paid', balance: 7 });
  await spendCoins(game, portal, spending);
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[0]);
  expect(game.prepare('select state from spendings').all()).toEqual([{ state: 'paid' }, { state: 'paid' }]);
});

test('two that spend the same at the same time pay twice', async () => {
  const debits = new Set<string>();
  const portal = {
    debit: async ({ idempotencyKey }: { idempotencyKey: string }) => {
      const outcome = debits.has(idempotencyKey) ? 'duplicate' : 'applied';
      debits.add(idempotencyKey);
      return { outcome, balance: 7 } as const;
    },
  };
  const spending = { accountId: 5, amount: 50, reason: 'A wooden horse' };
  const spent = await Promise.all([spendCoins(game, portal, spending), spendCoins(game, portal, spending)]);
  expect(spent).toMatchObject([{ is: 'paid' }, { is: 'paid' }]);
  expect(debits.size).toBe(2);
  expect(game.prepare('select state from spendings').all()).toEqual([{ state: 'paid' }, { state: 'paid' }]);
});

test('a delivery for a character that is not there waits for another, and a known one stays a duplicate', async () => {
  const adapter = createSimulatedGame(game, { needsCharacter: true });
  await applyAccountCommand(game, createCommand({}));
  const characters = [];
  for await (const batch of adapter.characters?.() ?? []) characters.push(...batch);
  expect(characters).toHaveLength(2);
  const delivery = createDelivery({ characterId: characters[0]?.characterId ?? '' });
  expect((await adapter.apply({ ...delivery, characterId: '5.Nobody' })).is).toBe('character_missing');
  expect((await adapter.apply(delivery)).is).toBe('applied');
  game.exec('delete from characters');
  expect((await adapter.apply(delivery)).is).toBe('duplicate');
});
