import { setTimeout as sleep } from 'node:timers/promises';
import { PortalFailure } from '#portal/portal-client.ts';
import { createAccountWork } from './accounts.ts';
import { asGameFailure, type Bridge, GameFailure } from './bridge.ts';
import { createDeliveryWork } from './deliveries.ts';
import { createReports } from './reports.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const FAILURES_OF_ONE_RUN = 5;

/** `failed`: deliveries and commands that the game could not apply for a reason that the operator must fix. */
export type Outcome = { failed: number };

/**
 * Leases work, does and acknowledges it until it is stopped. The process may be killed at any point: receipts record what
 * was applied, and the portal sends again what was not acknowledged.
 *
 * @throws PortalFailure or GameFailure with `isOnce` when the portal or the game cannot be reached
 */
export async function runBridge(bridge: Bridge, stop: AbortSignal): Promise<Outcome> {
  const { log, metrics, settings } = bridge;
  const work = createWork(bridge, stop);
  const outages = createOutages(bridge);
  let failures = 0;
  while (!stop.aborted) {
    try {
      const handled = await work.round();
      outages.end();
      failures = 0;
      if (handled === 0 && settings.isOnce) break;
      if (handled === 0) await pause(settings.pollMs, stop);
    } catch (error) {
      if (!(error instanceof PortalFailure || error instanceof GameFailure)) throw error;
      failures += 1;
      const isRefusal = error instanceof PortalFailure && error.isRefusal;
      if (settings.isOnce && (isRefusal || failures >= FAILURES_OF_ONE_RUN)) throw error;
      outages.begin(error);
      const longest = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
      await pause(longest * (0.5 + Math.random() / 2), stop);
    }
  }
  log({ event: 'stopped' });
  metrics.set('portalUp', 0);
  return { failed: work.failed() };
}

function createWork(bridge: Bridge, stop: AbortSignal) {
  const { adapter, settings } = bridge;
  const [deliveries, accounts] = [createDeliveryWork(bridge, stop), createAccountWork(bridge, stop)];
  const reports = createReports(bridge);
  let isRecovered = false;

  /** What was left half-written must be known before anything else is written. */
  const recover = async () => {
    if (isRecovered) return;
    try {
      await adapter.recover();
    } catch (error) {
      await reports.status(true);
      throw asGameFailure(error);
    }
    isRecovered = true;
  };
  /** What a round leased, in the order in which the game needs it: an account before its items. */
  const leased = async () => {
    const commands = await leaseOrNothing(accounts.round);
    return commands + (stop.aborted ? 0 : await deliveries.round());
  };
  const round = async () => {
    await recover();
    await reports.status(false);
    const handled = await leased();
    if (stop.aborted) return handled;
    const areReceiptsLeft = await reports.rest(settings.isOnce && handled === 0);
    // The next page comes without a pause, after what the portal leases meanwhile.
    return handled + (areReceiptsLeft ? 1 : 0);
  };
  return {
    failed: () => deliveries.failed() + accounts.failed(),
    round: async () => {
      try {
        return await round();
      } catch (error) {
        if (error instanceof GameFailure) isRecovered = false;
        throw error;
      }
    },
  };
}

/** A portal without game accounts has nothing to lease. */
async function leaseOrNothing(round: () => Promise<number>): Promise<number> {
  try {
    return await round();
  } catch (error) {
    if (error instanceof PortalFailure && error.status === 404) return 0;
    throw error;
  }
}

/** Logs when an outage begins and ends, not each try. */
function createOutages({ log, metrics }: Bridge) {
  const messages = { portal: '', game: '' };
  return {
    begin: (error: PortalFailure | GameFailure) => {
      const of = error instanceof PortalFailure ? 'portal' : 'game';
      metrics.count('failures', of);
      metrics.set(of === 'portal' ? 'portalUp' : 'gameUp', 0);
      if (messages[of] === error.message) return;
      messages[of] = error.message;
      const { message } = error;
      if (error instanceof GameFailure) log({ event: 'game_away', message });
      else log({ event: 'portal_away', message, remedy: error.remedy });
    },
    end: () => {
      metrics.set('portalUp', 1);
      metrics.set('gameUp', 1);
      if (messages.portal !== '') log({ event: 'portal_back' });
      if (messages.game !== '') log({ event: 'game_back' });
      [messages.portal, messages.game] = ['', ''];
    },
  };
}

async function pause(ms: number, stop: AbortSignal): Promise<void> {
  // An abort only ends the pause early.
  await sleep(ms, undefined, { signal: stop }).catch(() => {});
}
