import type { DeliveryProblem, Delivery, Receipt } from '@waygate/contract/deliveries/deliveries.schemas';
import type { AccountCommand } from '@waygate/contract/game-accounts/game-accounts.schemas';
import type { BridgeStatus, Guarantee } from '@waygate/contract/game-servers/game-servers.schemas';
import type { StoredReceipt } from '#receipts.ts';

/** One thing that `check` found. */
export type Finding = {
  /** `error`: the bridge can't do its work; `warning`: it can, with a risk; `ok`: as it must be. */
  level: 'ok' | 'warning' | 'error';
  /** What was found, as a sentence. */
  message: string;
  /** What the operator does about it: a command or a statement. */
  remedy?: string;
  /** Fixes it. Only what is safe, and never a change to a game's own columns. */
  fix?: () => Promise<void>;
};

/**
 * What became of a delivery.
 * - `applied`, `duplicate`, `rejected`: with what the game has recorded under the key
 * - `later`: not now; `problem` says what the player or the operator must do
 * - `character_missing`: the game has no such character
 * - `unknown`: it may or may not have been applied, and the game can't tell
 */
export type Applied =
  /**
   * `isBarred`: a revocation that came before its grant, which will therefore never be applied. `detail`: what staff
   * should know of it, such as what couldn't be taken back.
   */
  | { is: 'applied' | 'duplicate'; receipt: Receipt; collectBy?: Date; isBarred?: true; detail?: string }
  | { is: 'rejected'; why: string; problem?: DeliveryProblem; receipt?: Receipt }
  | { is: 'later' | 'character_missing' | 'unknown'; why: string; problem?: DeliveryProblem };

/** What became of a command about a game account. */
export type AccountOutcome =
  | { is: 'done'; login: string; gameAccountId: string }
  | { is: 'taken' | 'wrong_password' | 'missing' | 'later' | 'rejected'; why: string };

export type GameCharacter = {
  accountDBID: number;
  characterId: string;
  name: string;
  level: number;
  class: string;
  online: boolean;
};

/** A receipt as the game keeps it. */
export type RecordedReceipt = Pick<
  StoredReceipt,
  'idempotencyKey' | 'state' | 'accountId' | 'kind' | 'itemId' | 'quantity' | 'characterId' | 'recordedAt'
>;

/** The part of a status that changes while the bridge runs. */
export type GameStatus = Pick<BridgeStatus, 'isOnline' | 'playersOnline' | 'capacity' | 'gameVersion'>;

/** What a bridge reports about itself, once it is connected to the game. */
export type Promises = {
  guarantee: Guarantee;
  needsCharacter: boolean;
  reportsCollected: boolean;
  /** After how many days the game destroys what wasn't collected; null: never. */
  expiresAfterDays: number | null;
  /** Null: it manages no accounts. */
  accounts: BridgeStatus['accounts'];
};

/**
 * Deliveries at once, for a game whose deliveries are transactions: while one waits for its commit, the next one is prepared.
 * Each lane may need two connections of the database's pool.
 */
export const TRANSACTION_LANES = 2;

/** What the bridge knows about one kind of game. Methods throw when the game can't be reached; the bridge tries again. */
export type GameAdapter = {
  /** The preset's name, or `sql`. */
  readonly name: string;
  readonly promises: Promises;
  /** How many deliveries it takes at once, if more than one. Those of one account come one after another. */
  readonly lanes?: number;
  /** The doctor: versions, engines, rights, columns, expiry. */
  check: () => Promise<Finding[]>;
  /** Finishes or undoes half-written deliveries. Called before the first lease, and after a lost connection. */
  recover: () => Promise<void>;
  /** Applies a grant or a revocation once, however often it is called with its key. */
  apply: (delivery: Delivery) => Promise<Applied>;
  /** Undefined where `promises.accounts` is null. Safe to repeat. */
  command?: (command: AccountCommand) => Promise<AccountOutcome>;
  /** All characters of accounts that the bridge manages, in batches of at most 200 accounts. */
  characters?: () => AsyncIterable<GameCharacter[]>;
  status: () => Promise<GameStatus>;
  /** Deliveries that players collected since the last call; called again with the same ones if reporting them failed. */
  collected?: () => Promise<{ idempotencyKey: string; collectedAt: Date }[]>;
  /** The next receipts after a key, in the order of keys; empty: there are no more. For a portal that was restored. */
  receipts?: (after: string) => Promise<RecordedReceipt[]>;
  close: () => Promise<void>;
};
