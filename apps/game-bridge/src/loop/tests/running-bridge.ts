import { onTestFinished, vi } from 'vitest';
import type { Applied, GameAdapter } from '#adapter.ts';
import type { BridgeEvent } from '#log/events.ts';
import { runBridge } from '#loop/run-bridge.ts';
import { createMetrics } from '#metrics.ts';
import { createPortalClient } from '#portal/portal-client.ts';
import { receiptOf } from '#receipts.ts';
import type { StandInPortal } from './stand-in-portal.ts';

const TOKEN = 'a-token-of-many-characters';

/** A game in memory that applies each key once. */
export function createGame(changes: Partial<GameAdapter> = {}) {
  const applied = new Map<string, number>();
  const adapter: GameAdapter = {
    name: 'memory',
    promises: {
      guarantee: 'exactly_once',
      needsCharacter: false,
      reportsCollected: false,
      expiresAfterDays: null,
      accounts: null,
    },
    check: async () => [],
    recover: vi.fn<() => Promise<void>>(async () => {}),
    apply: async (delivery): Promise<Applied> => {
      const times = applied.get(delivery.idempotencyKey) ?? 0;
      applied.set(delivery.idempotencyKey, times + 1);
      return { is: times === 0 ? 'applied' : 'duplicate', receipt: receiptOf(delivery) };
    },
    status: async () => ({ isOnline: true, playersOnline: 3, capacity: null, gameVersion: null }),
    close: async () => {},
    ...changes,
  };
  return { adapter, applied };
}

export function start(portal: StandInPortal, adapter: GameAdapter, { isOnce = false } = {}) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const events: BridgeEvent[] = [];
  const metrics = createMetrics();
  const settings = { version: '1', batch: 100, pollMs: 10, charactersMs: 10, isOnce };
  const done = runBridge(
    {
      portal: createPortalClient(portal.url, () => TOKEN),
      adapter,
      metrics,
      settings,
      log: (event) => void events.push(event),
    },
    stop.signal,
  );
  // A test that doesn't wait for the end isn't interested in its failure.
  done.catch(() => {});
  return { done, stop: () => stop.abort(), events, metrics, names: () => events.map(({ event }) => event) };
}
