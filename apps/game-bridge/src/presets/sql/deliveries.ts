import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import type { Applied } from '#adapter.ts';
import { type Dialect, parametersOf } from '#database/named-parameters.ts';
import type { GameConnection, GameDatabase, SqlParameters } from '#database/game-database.ts';
import { applyOnce, findReceipt, type Granted, NotApplied } from '#receipts.ts';
import type { SqlOptions, Statement } from './options.ts';

const DAY_MS = 86_400_000;

/** Applies a delivery by the operator's statements, in one transaction with its receipt. */
export async function applyBySql(
  database: GameDatabase,
  options: SqlOptions,
  delivery: Delivery,
): Promise<Applied> {
  const { dialect } = database;
  const answer = await applyOnce(database, delivery, {
    grant: async (connection) =>
      grant(connection, { dialect, options, delivery, list: statementsFor(options, delivery) }),
    revoke: async (connection) => {
      const list = statementsFor(options, delivery);
      // What was used up or traded can't be taken back, so a statement may find nothing.
      await runAll(connection, { list, parameters: parametersFor(delivery), isLenient: true });
    },
  });
  const { expiresAfterDays } = options;
  if (answer.is !== 'duplicate' || delivery.effect === 'revoke' || expiresAfterDays === null) return answer;
  // The first answer may have been lost with the time until which it can be collected.
  const stored = await findReceipt(database, delivery.idempotencyKey);
  if (stored?.state !== 'given') return answer;
  return { ...answer, collectBy: new Date(stored.recordedAt.getTime() + expiresAfterDays * DAY_MS) };
}

/**
 * Looked up after the receipts: what was applied before the configuration changed stays applied, and a grant whose revocation
 * came first is never applied, whether or not there is a statement that could take it back.
 */
function statementsFor({ statements }: SqlOptions, { effect, kind }: Delivery): Statement[] {
  const list = statements[effect][kind] ?? statements[effect].default;
  if (list) return list;
  const why = `The configuration has no statements for ${effect} of ${kind}.`;
  throw new NotApplied({ is: 'rejected', why, problem: 'game_setup' });
}

type Grant = { dialect: Dialect; options: SqlOptions; delivery: Delivery; list: Statement[] };

async function grant(
  connection: GameConnection,
  { dialect, options, delivery, list }: Grant,
): Promise<Granted> {
  const { statements, expiresAfterDays, needsCharacter } = options;
  const parameters = parametersFor(delivery);
  const used = new Set(list.flatMap(({ sql }) => parametersOf(sql, dialect)));
  requireTarget(delivery, used, needsCharacter);
  const finds = async (sql: string | undefined) =>
    sql === undefined ? undefined : (await connection.query(sql, parameters)).length > 0;
  if (delivery.characterId !== null && (await finds(statements.character)) === false) {
    throw new NotApplied({ is: 'character_missing', why: 'The game has no such character.' });
  }
  if (delivery.kind === 'item' && (await finds(statements.item)) === false) {
    const why = `The game has no item ${delivery.itemId}.`;
    throw new NotApplied({ is: 'rejected', why, problem: 'unknown_item' });
  }
  if ((await finds(statements.inboxFull)) === true) {
    throw new NotApplied({ is: 'later', why: "The character's mailbox is full.", problem: 'inbox_full' });
  }
  await runAll(connection, { list, parameters, isLenient: false });
  if (expiresAfterDays === null) return {};
  return { collectBy: new Date(Date.now() + expiresAfterDays * DAY_MS) };
}

/** A statement that needs an account or a character of the game would otherwise write for nobody. */
function requireTarget(
  { login, gameAccountId, characterId }: Delivery,
  used: Set<string>,
  needsCharacter: boolean,
): void {
  const needsAccount =
    (used.has('login') && login === null) || (used.has('gameAccountId') && gameAccountId === null);
  if (needsAccount) {
    const why = 'The player has no account in the game yet.';
    throw new NotApplied({ is: 'later', why, problem: 'no_game_account' });
  }
  if (characterId === null && (needsCharacter || used.has('characterId'))) {
    throw new NotApplied({ is: 'character_missing', why: 'No character was chosen.' });
  }
}

type Run = { list: Statement[]; parameters: SqlParameters; isLenient: boolean };

async function runAll(connection: GameConnection, { list, parameters, isLenient }: Run): Promise<void> {
  let insertId = 0;
  for (const [at, { sql, mayChangeNothing }] of list.entries()) {
    const result = await connection.execute(sql, { ...parameters, insertId });
    if (result.insertId > 0) insertId = result.insertId;
    // Acknowledged, it would be lost: an update of a row that isn't there, for example.
    if (result.affectedRows === 0 && !isLenient && !mayChangeNothing) {
      const why = `Statement ${at + 1} changed no row. If that is right, write it with 'mayChangeNothing: true'.`;
      throw new NotApplied({ is: 'later', why, problem: 'game_setup' });
    }
  }
}

function parametersFor(delivery: Delivery): SqlParameters {
  const { idempotencyKey, revokesKey, accountDBID, availableUntil, itemId } = delivery;
  return {
    key: idempotencyKey,
    revokesKey,
    accountId: accountDBID,
    login: delivery.login,
    gameAccountId: delivery.gameAccountId,
    characterId: delivery.characterId,
    characterName: delivery.characterName,
    kind: delivery.kind,
    itemId,
    quantity: delivery.quantity,
    until: availableUntil === null ? null : new Date(availableUntil),
  };
}
