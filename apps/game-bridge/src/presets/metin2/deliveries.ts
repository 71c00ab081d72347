import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import type { Applied } from '#adapter.ts';
import type { GameConnection, GameDatabase } from '#database/game-database.ts';
import { withGameLock } from '#presets/shared/game-lock.ts';
import { chooseItem, findItemOf, splitIntoStacks } from '#presets/shared/kinds.ts';
import {
  compareWithReceipt,
  deleteReceipt,
  findReceipt,
  insertReceipt,
  isOf,
  mismatch,
  moveReceipt,
  NotApplied,
  presentReceipt,
  receiptOf,
  selectReceipts,
} from '#receipts.ts';
import { areWhole, type Award, insertAwards, isSameLogin, selectAwards } from './awards.ts';
import { findItem } from './items.ts';
import type { Metin2Options } from './metin2-options.ts';

const MAX_ROWS = 100;
const IN_MEMORY =
  'The game keeps what waits in the item shop in its memory, so it can not be taken back from outside. Take it back by hand in the game, if it must be.';

export type OnStep = (step: string) => void;

export type Metin2 = {
  database: GameDatabase;
  options: Metin2Options;
  /** The account's login as the game writes it; undefined without an account. */
  findLogin: (delivery: Delivery) => Promise<string | undefined>;
  onStep: OnStep;
};

/** One delivery at a time: the game skips a row that becomes visible after one with a higher id. */
export async function deliverAwards(game: Metin2, delivery: Delivery): Promise<Applied> {
  return withGameLock(game.database, (connection) =>
    delivery.effect === 'grant' ? grant(game, connection, delivery) : revoke(game, connection, delivery),
  );
}

/** 1. receipt 'begun', 2. the rows, which are receipts themselves, 3. receipt 'given'. */
async function grant(game: Metin2, connection: GameConnection, delivery: Delivery): Promise<Applied> {
  const key = delivery.idempotencyKey;
  const stored = await findReceipt(connection, key);
  // A half-made grant is repeated: its rows go in once.
  if (stored && (stored.state !== 'begun' || !isOf(stored, delivery)))
    return compareWithReceipt(stored, delivery);
  const items = chooseItem(delivery, game.options.kinds);
  const written = await selectAwards(connection, key);
  if (!stored || !areWhole(written, items)) {
    const award = await planAward(game, connection, delivery);
    // The rest of what was half-made belongs to the login of the first part, even if the player has another game account by now.
    const login = (stored && written[0]?.login) ?? award.login;
    if (!stored) await insertReceipt(connection, game.database.dialect, { ...delivery, state: 'begun' });
    game.onStep('grant begun');
    await insertAwards(connection, key, { ...award, login, written });
    game.onStep('grant written');
    const rows = await selectAwards(connection, key);
    if (!areWhole(rows, items) || !rows.every((row) => isSameLogin(row.login, login))) {
      if (!stored) await deleteReceipt(connection, key, 'begun');
      const why = `item_award has rows of the key ${key} that are of something else.`;
      return { is: 'rejected', why };
    }
  }
  await moveReceipt(connection, key, { from: 'begun', to: 'given' });
  game.onStep('grant given');
  return { is: 'applied', receipt: receiptOf(delivery) };
}

async function planAward(game: Metin2, connection: GameConnection, delivery: Delivery): Promise<Award> {
  const { options } = game;
  const { itemId, quantity } = chooseItem(delivery, options.kinds);
  const login = await game.findLogin(delivery);
  if (login === undefined) {
    throw new NotApplied({
      is: 'later',
      problem: 'no_game_account',
      why: 'The player has no game account yet: it is made or claimed on the profile.',
    });
  }
  await refuseLongLogin(connection, login);
  const item = await findItem(connection, itemId);
  if (item === 'unknown') {
    throw new NotApplied({
      is: 'rejected',
      problem: 'unknown_item',
      why: `The game has no item ${itemId}. Correct the item's id in the portal and send it again.`,
    });
  }
  if (delivery.availableUntil !== null) {
    throw new NotApplied({
      is: 'rejected',
      why: `Items of this game's item shop can't end by themselves, and this one ends at ${delivery.availableUntil}. Grant it without an end.`,
    });
  }
  const isSingle = item === 'single' || options.unstackable.includes(itemId);
  const largest = isSingle ? 1 : options.maxStack;
  if (quantity > largest * MAX_ROWS) {
    const why = `${quantity} are ${Math.ceil(quantity / largest)} stacks, and one delivery has at most ${MAX_ROWS}. Send a smaller quantity.`;
    throw new NotApplied({ is: 'rejected', why });
  }
  return { login, itemId, counts: splitIntoStacks(quantity, largest) };
}

/** Without strict mode a login that is too long would be cut, and the item would be somebody else's. */
async function refuseLongLogin(connection: GameConnection, login: string): Promise<void> {
  const [column] = await connection.query<{ length: number }>(
    `select character_maximum_length as length from information_schema.columns
     where table_schema = database() and table_name = 'item_award' and column_name = 'login'`,
  );
  if (!column || login.length <= column.length) return;
  throw new NotApplied({
    is: 'later',
    problem: 'game_setup',
    why: `The login ${login} doesn't fit into item_award. Run: ALTER TABLE item_award MODIFY login VARCHAR(30) NOT NULL DEFAULT '';`,
  });
}

async function revoke(game: Metin2, connection: GameConnection, delivery: Delivery): Promise<Applied> {
  const { dialect } = game.database;
  const grantKey = delivery.revokesKey;
  if (grantKey === null) return { is: 'rejected', why: 'The revocation names no grant.' };
  const own = await findReceipt(connection, delivery.idempotencyKey);
  if (own) return compareWithReceipt(own, delivery);
  await settle(game, connection, grantKey);
  const granted = await findReceipt(connection, grantKey);
  if (granted && (granted.state === 'done' || !isOf(granted, delivery))) return mismatch(granted);
  if (granted?.state === 'given' || granted?.state === 'begun') return { is: 'rejected', why: IN_MEMORY };
  if (granted) {
    await insertReceipt(connection, dialect, { ...delivery, state: 'done' });
    return { is: 'duplicate', receipt: presentReceipt(granted) };
  }
  // The grant's receipt first: without it, the grant could still come.
  await insertReceipt(connection, dialect, { ...delivery, idempotencyKey: grantKey, state: 'barred' });
  game.onStep('revocation barred');
  await insertReceipt(connection, dialect, { ...delivery, state: 'done' });
  return { is: 'applied', receipt: receiptOf(delivery), isBarred: true };
}

/**
 * A grant that began and wrote nothing never was, and one that wrote everything is given: it may have been withdrawn, and then it
 * never comes again. One that wrote a part is completed when it does.
 */
async function settle({ options }: Metin2, connection: GameConnection, key: string): Promise<void> {
  const receipt = await findReceipt(connection, key);
  if (receipt?.state !== 'begun') return;
  const rows = await selectAwards(connection, key);
  const items = findItemOf(presentReceipt(receipt), options.kinds);
  if (rows.length === 0) await deleteReceipt(connection, key, 'begun');
  else if (items && areWhole(rows, items)) await moveReceipt(connection, key, { from: 'begun', to: 'given' });
}

export async function recoverAwards(game: Metin2): Promise<void> {
  await withGameLock(game.database, async (connection) => {
    for (const { idempotencyKey } of await selectReceipts(connection, 'begun')) {
      await settle(game, connection, idempotencyKey);
    }
  });
}
