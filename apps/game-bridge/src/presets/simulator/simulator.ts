import type { DatabaseSync } from 'node:sqlite';
import type { Delivery, Receipt } from '@waygate/contract/deliveries/deliveries.schemas';
import * as z from 'zod/mini';
import type { Applied, Finding, GameAdapter, GameCharacter, GameStatus } from '#adapter.ts';
import { readSqliteFile } from '#database/open-game-database.ts';
import type { PresetConfig } from '#preset.ts';
import { applyDelivery, isKnown, type RecordedOutcome } from './apply-delivery.ts';
import { findCharacter, makeDemoCharacters, readCharacters } from './demo-characters.ts';
import { applyAccountCommand, CREDENTIAL_RULES } from './game-accounts.ts';
import { readReceipts } from './read-receipts.ts';
import { openSimulatedGame } from './simulated-game.ts';

const MAX_ACCOUNTS = 200;
/** Who signed in so lately is still playing. */
const PLAYING_MINUTES = 10;

export const optionsSchema = z.strictObject({
  /** As games do that send items to a character's mailbox. */
  needsCharacter: z._default(z.boolean('This is true or false.'), false),
});

/** A game of our own in a SQLite file, to see the portal work without a game server. */
export async function createAdapter({ database: address, options }: PresetConfig): Promise<GameAdapter> {
  const file = readSqliteFile(address);
  return createSimulatedGame(await openSimulatedGame(file), optionsSchema.parse(options));
}

export function createSimulatedGame(
  database: DatabaseSync,
  { needsCharacter }: z.infer<typeof optionsSchema>,
): GameAdapter {
  return {
    name: 'simulator',
    promises: {
      guarantee: 'exactly_once',
      needsCharacter,
      reportsCollected: false,
      expiresAfterDays: null,
      accounts: CREDENTIAL_RULES,
    },
    check: async () => check(database),
    // Receipt and effect are one transaction: nothing is left half-written.
    recover: async () => {},
    apply: async (delivery) => apply(database, delivery, needsCharacter),
    command: (command) => applyAccountCommand(database, command),
    characters: () => characters(database),
    status: async () => status(database),
    receipts: async (after) => readReceipts(database, after),
    close: async () => database.close(),
  };
}

function check(database: DatabaseSync): Finding[] {
  const [row] = database.prepare('pragma integrity_check(1)').all();
  const isIntact = Object.values(row ?? {})[0] === 'ok';
  return [
    isIntact
      ? { level: 'ok', message: 'The SQLite file is intact.' }
      : { level: 'error', message: 'The SQLite file is damaged.', remedy: 'Restore it from a backup.' },
  ];
}

function apply(database: DatabaseSync, delivery: Delivery, needsCharacter: boolean): Applied {
  const { effect, idempotencyKey, accountDBID, characterId } = delivery;
  const isNew = effect === 'grant' && !isKnown(database, idempotencyKey);
  if (isNew && (needsCharacter || characterId)) {
    const isThere = characterId ? findCharacter(database, accountDBID, characterId) : false;
    if (!isThere) return { is: 'character_missing', why: 'The game has no such character.' };
  }
  return answerOf(applyDelivery(database, delivery));
}

function answerOf({ outcome, receipt }: RecordedOutcome): Applied {
  switch (outcome) {
    case 'given':
    case 'taken_back':
      return { is: 'applied', receipt };
    case 'barred':
      return { is: 'applied', receipt, isBarred: true };
    case 'duplicate':
      return { is: 'duplicate', receipt };
    case 'mismatch':
      return { is: 'rejected', why: `The receipt of this key is of ${describe(receipt)}.`, receipt };
  }
}

function describe({ accountDBID, kind, itemId, quantity }: Receipt): string {
  return `${quantity} × ${kind}${itemId === null ? '' : ` ${itemId}`} for account ${accountDBID}`;
}

async function* characters(database: DatabaseSync): AsyncIterable<GameCharacter[]> {
  makeDemoCharacters(database);
  const reports = readCharacters(database, playingSince());
  for (let from = 0; from < reports.length; from += MAX_ACCOUNTS) {
    yield reports
      .slice(from, from + MAX_ACCOUNTS)
      .flatMap(({ accountDBID, characters: list }) =>
        list.map((character) => ({ accountDBID, ...character })),
      );
  }
}

function status(database: DatabaseSync): GameStatus {
  const row = database
    .prepare('select count(*) as players from accounts where signed_in_at > ? and is_locked = 0')
    .get(playingSince());
  return { isOnline: true, playersOnline: Number(row?.players), capacity: null, gameVersion: null };
}

function playingSince(): string {
  return new Date(Date.now() - PLAYING_MINUTES * 60_000).toISOString();
}
