import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Acknowledgement, Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import { announce } from './announce.ts';
import { applyDelivery } from './apply-delivery.ts';
import { makeDemoCharacters, readCharacters } from './demo-characters.ts';
import { type PortalClient, PortalFailure } from './portal-client.ts';
import { findFault } from './readable-delivery.ts';

const MAX_ACKNOWLEDGEMENTS = 500;
const MAX_ACCOUNTS = 200;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const FAILURES_OF_ONE_RUN = 5;

export type Bridge = {
  portal: PortalClient;
  game: DatabaseSync;
  /** Deliveries asked for at once. */
  batch: number;
  pollMs: number;
  /** Ends when nothing is left to do. */
  isOnce: boolean;
  tell: (sentence: string) => void;
};

/**
 * Fetches deliveries, applies them, and says so, until told to stop. The process may be killed anywhere in here:
 * what was applied is known by its receipt, and what was not acknowledged comes again.
 *
 * @throws PortalFailure when it should run once and the portal stays away
 */
export async function runBridge(bridge: Bridge, stop: AbortSignal): Promise<void> {
  const round = createRounds(bridge, stop);
  let failures = 0;
  let complaint = '';
  while (!stop.aborted) {
    try {
      const handled = await round();
      if (failures > 0) bridge.tell('The portal answers again.');
      [failures, complaint] = [0, ''];
      if (handled === 0 && bridge.isOnce) return;
      if (handled === 0) await pause(bridge.pollMs, stop);
    } catch (error) {
      if (!(error instanceof PortalFailure)) throw error;
      failures += 1;
      if (bridge.isOnce && (error.isRefusal || failures >= FAILURES_OF_ONE_RUN)) throw error;
      if (error.message !== complaint) bridge.tell(`${error.message} Trying again.`);
      complaint = error.message;
      const longest = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
      await pause(longest * (0.5 + Math.random() / 2), stop);
    }
  }
}

/** @returns one round of work, which answers how many deliveries came */
function createRounds({ portal, game, batch, tell }: Bridge, stop: AbortSignal): () => Promise<number> {
  // Kept until the portal has them; if they die with this process, the deliveries come again as duplicates.
  let unacknowledged: Acknowledgement[] = [];
  const reported = new Set<number>();

  const acknowledge = async () => {
    while (unacknowledged.length > 0) {
      await portal.acknowledge(unacknowledged.slice(0, MAX_ACKNOWLEDGEMENTS));
      unacknowledged = unacknowledged.slice(MAX_ACKNOWLEDGEMENTS);
    }
  };
  const reportCharacters = async () => {
    makeDemoCharacters(game);
    const unreported = readCharacters(game).filter(({ accountDBID }) => !reported.has(accountDBID));
    for (let from = 0; from < unreported.length; from += MAX_ACCOUNTS) {
      const accounts = unreported.slice(from, from + MAX_ACCOUNTS);
      await portal.reportCharacters(accounts);
      for (const { accountDBID } of accounts) reported.add(accountDBID);
    }
  };

  return async () => {
    await acknowledge();
    const deliveries = await portal.lease(batch);
    for (const delivery of deliveries) {
      if (stop.aborted) break;
      unacknowledged.push(handle(game, delivery, tell));
      // Lets a signal in between two deliveries.
      await nextTurn();
    }
    await acknowledge();
    await reportCharacters();
    return deliveries.length;
  };
}

function handle(game: DatabaseSync, delivery: Delivery, tell: Bridge['tell']): Acknowledgement {
  const { id } = delivery;
  const fault = findFault(delivery);
  if (fault !== undefined) {
    tell(`! delivery ${id} is refused: ${fault}`);
    return { id, result: 'reject', detail: fault };
  }
  try {
    const outcome = applyDelivery(game, delivery);
    tell(announce(delivery, outcome));
    return { id, result: outcome === 'duplicate' ? 'duplicate' : 'applied' };
  } catch (error) {
    // Busy or full, say: nothing of it was written, and another time it may be.
    const detail = error instanceof Error ? error.message : String(error);
    tell(`! delivery ${id} could not be applied and will come again: ${detail}`);
    return { id, result: 'retry', detail };
  }
}

async function pause(ms: number, stop: AbortSignal): Promise<void> {
  // Told to stop, it only ends earlier.
  await sleep(ms, undefined, { signal: stop }).catch(() => {});
}
