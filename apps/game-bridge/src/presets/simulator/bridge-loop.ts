import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Acknowledgement, Delivery, Receipt } from '@waygate/contract/deliveries/deliveries.schemas';
import { announce } from './announce.ts';
import { type Applied, applyDelivery } from './apply-delivery.ts';
import { makeDemoCharacters, readCharacters } from './demo-characters.ts';
import { type PortalClient, PortalFailure } from '#portal-client.ts';
import { findFault } from '#readable-delivery.ts';

/** Small portions, so that a crash leaves few deliveries unacknowledged: those come again, one by one. */
const PORTION = 50;
const MAX_UNACKNOWLEDGED_MS = 1000;
const MAX_ACCOUNTS = 200;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const FAILURES_OF_ONE_RUN = 5;

export type Bridge = {
  portal: PortalClient;
  game: DatabaseSync;
  /** Deliveries leased per request. */
  batch: number;
  pollMs: number;
  /** Ends when no delivery is left. */
  isOnce: boolean;
  print: (sentence: string) => void;
};

/**
 * Leases deliveries, applies and acknowledges them until it is stopped. The process may be killed at any point:
 * receipts record what was applied, and the portal sends again what was not acknowledged.
 *
 * @throws PortalFailure with `isOnce` when the portal cannot be reached
 */
export async function runBridge(bridge: Bridge, stop: AbortSignal): Promise<void> {
  const round = createRounds(bridge, stop);
  let failures = 0;
  let lastMessage = '';
  while (!stop.aborted) {
    try {
      const handled = await round();
      if (failures > 0) bridge.print('The portal answers again.');
      [failures, lastMessage] = [0, ''];
      if (handled === 0 && bridge.isOnce) return;
      if (handled === 0) await pause(bridge.pollMs, stop);
    } catch (error) {
      if (!(error instanceof PortalFailure)) throw error;
      failures += 1;
      if (bridge.isOnce && (error.isRefusal || failures >= FAILURES_OF_ONE_RUN)) throw error;
      if (error.message !== lastMessage) bridge.print(`${error.message} Trying again.`);
      lastMessage = error.message;
      const longest = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
      await pause(longest * (0.5 + Math.random() / 2), stop);
    }
  }
}

/** @returns a function that does one round of work and returns the number of deliveries */
function createRounds({ portal, game, batch, print }: Bridge, stop: AbortSignal): () => Promise<number> {
  // If this process dies before these are sent, the deliveries come again and are acknowledged as duplicates.
  let unacknowledged: Acknowledgement[] = [];
  let acknowledgedAt = performance.now();
  const reported = new Set<number>();

  const acknowledge = async () => {
    while (unacknowledged.length > 0) {
      await portal.acknowledge(unacknowledged.slice(0, PORTION));
      unacknowledged = unacknowledged.slice(PORTION);
    }
    acknowledgedAt = performance.now();
  };
  const isPortionDue = () =>
    unacknowledged.length >= PORTION || performance.now() - acknowledgedAt >= MAX_UNACKNOWLEDGED_MS;
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
    acknowledgedAt = performance.now();
    for (const delivery of deliveries) {
      if (stop.aborted) break;
      unacknowledged.push(handle(game, delivery, print));
      if (isPortionDue()) await acknowledge();
      // Lets signal handlers run between two deliveries.
      await nextTurn();
    }
    await acknowledge();
    await reportCharacters();
    return deliveries.length;
  };
}

function handle(game: DatabaseSync, delivery: Delivery, print: Bridge['print']): Acknowledgement {
  const { id } = delivery;
  const fault = findFault(delivery);
  if (fault !== undefined) {
    print(`! delivery ${id} is refused: ${fault}`);
    return { id, result: 'reject', detail: fault };
  }
  try {
    const applied = applyDelivery(game, delivery);
    print(announce(delivery, applied.outcome));
    return { id, receipt: applied.receipt, ...resultOf(applied) };
  } catch (error) {
    // The database was busy or the disk full, for example. Nothing was written, so a retry may succeed.
    const detail = error instanceof Error ? error.message : String(error);
    print(`! delivery ${id} could not be applied and will come again: ${detail}`);
    return { id, result: 'retry', detail };
  }
}

function resultOf({ outcome, receipt }: Applied): Pick<Acknowledgement, 'result' | 'detail'> {
  switch (outcome) {
    case 'given':
    case 'taken_back':
    case 'barred':
      return { result: 'applied' };
    case 'duplicate':
      return { result: 'duplicate' };
    case 'mismatch':
      return { result: 'reject', detail: `The receipt of this key is of ${describe(receipt)}.` };
  }
}

function describe({ accountDBID, kind, itemId, quantity }: Receipt): string {
  return `${quantity} × ${kind}${itemId === null ? '' : ` ${itemId}`} for account ${accountDBID}`;
}

async function pause(ms: number, stop: AbortSignal): Promise<void> {
  // An abort only ends the pause early.
  await sleep(ms, undefined, { signal: stop }).catch(() => {});
}
