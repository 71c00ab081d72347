import type { GameAdapter } from '#adapter.ts';
import { databaseFault, describeDatabaseError } from '#database/database-errors.ts';
import type { Log } from '#log/events.ts';
import type { Metrics } from '#metrics.ts';
import type { PortalClient } from '#portal/portal-client.ts';

export type BridgeSettings = {
  /** Of the bridge, for reports. */
  version: string;
  /** Deliveries leased per request, at most 500. */
  batch: number;
  /** Between two requests when nothing waits. */
  pollMs: number;
  /** Between two looks at the characters. */
  charactersMs: number;
  /** Ends when nothing waits any more. */
  isOnce: boolean;
};

/** The parts of a running bridge. */
export type Bridge = {
  portal: PortalClient;
  adapter: GameAdapter;
  log: Log;
  metrics: Metrics;
  settings: BridgeSettings;
};

/** The game can't be reached. Nothing is leased until it is recovered. */
export class GameFailure extends Error {}

/** Throws a `GameFailure` if the error means that the game can't be reached. */
export function throwIfUnreachable(error: unknown): void {
  if (error instanceof GameFailure) throw error;
  if (databaseFault(error) === 'unreachable') throw asGameFailure(error);
}

export function asGameFailure(error: unknown): GameFailure {
  return new GameFailure(`The game does not answer: ${describeDatabaseError(error)}`, { cause: error });
}
