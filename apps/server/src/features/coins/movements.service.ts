import type { CoinMovementInput, CoinMoved } from '@waygate/contract/coins/coins.schemas';
import { NO_SUCH_ACCOUNT } from '#features/identity/identity.ts';
import type { Db } from '#platform/db/database.ts';
import { conflict, notFound } from '#platform/errors/app-error.ts';
import {
  creditBalance,
  debitBalance,
  type Movement,
  type MovementState,
  selectMovementState,
} from './movements.queries.ts';
import { RETURNED, SPENT } from './reasons.rules.ts';

/** Coins can arrive between an attempt and the query of why it failed; then it is tried again. */
const ATTEMPTS = 5;

type Asked = CoinMovementInput & { serverId: number };

/**
 * Takes coins that a player spends in the game. The same key again takes nothing.
 *
 * @throws not_found for an unknown account, conflict for a key of another movement
 */
export function debitCoins(db: Db, asked: Asked): Promise<CoinMoved> {
  const movement = movementOf(asked, { direction: 'debit', ledgerReason: SPENT });
  return move(db, { movement, attempt: debitBalance, limitOf: ({ balance }) => balance });
}

/**
 * Returns coins to the player, in sum never more than the game server took from the account. The same key again returns
 * nothing.
 *
 * @throws as `debitCoins`
 */
export function creditCoins(db: Db, asked: Asked): Promise<CoinMoved> {
  const movement = movementOf(asked, { direction: 'credit', ledgerReason: RETURNED });
  return move(db, { movement, attempt: creditBalance, limitOf: ({ returnable }) => returnable });
}

function movementOf(
  { accountDBID, serverId, currency, amount, idempotencyKey, reason }: Asked,
  { direction, ledgerReason }: { direction: 'debit' | 'credit'; ledgerReason: string },
): Movement {
  return {
    ledgerKey: `game:${serverId}:${direction}:${idempotencyKey}`,
    ledgerReason,
    detail: reason,
    serverId,
    accountId: accountDBID,
    currency,
    amount,
    signedAmount: direction === 'debit' ? -amount : amount,
  };
}

async function move(
  db: Db,
  {
    movement,
    attempt,
    limitOf,
  }: {
    movement: Movement;
    attempt: (db: Db, movement: Movement) => Promise<number | undefined>;
    limitOf: (state: MovementState) => number;
  },
): Promise<CoinMoved> {
  for (let attempts = 1; ; attempts += 1) {
    const balance = await attempt(db, movement);
    if (balance !== undefined) return { outcome: 'applied', balance };
    const state = await selectMovementState(db, movement);
    if (!state) throw notFound(NO_SUCH_ACCOUNT);
    if (state.known) return duplicateOf(movement, state.known, state.balance);
    if (limitOf(state) < movement.amount || attempts >= ATTEMPTS)
      return { outcome: 'insufficient', balance: state.balance };
  }
}

function duplicateOf(
  { accountId, currency, signedAmount }: Movement,
  known: NonNullable<MovementState['known']>,
  balance: number,
): CoinMoved {
  const isSame =
    known.accountId === accountId && known.currency === currency && known.signedAmount === signedAmount;
  if (!isSame) throw conflict('This key belongs to another movement.');
  return { outcome: 'duplicate', balance };
}
