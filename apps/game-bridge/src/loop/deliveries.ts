import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Acknowledgement, Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import { PROBLEMS_OF_PLAYERS } from '@waygate/contract/deliveries/problem-sentences';
import type { Applied } from '#adapter.ts';
import { databaseFault, describeDatabaseError } from '#database/database-errors.ts';
import { createOutbox } from './acknowledgements.ts';
import { type Bridge, GameFailure, throwIfUnreachable } from './bridge.ts';
import { applyInLanes } from './lanes.ts';
import { findFault } from './readable-delivery.ts';

/** Until the game's speed is known, and one of these may be what ended the last process. */
const FIRST_BATCH = 10;
/** A lease should not end before its last delivery is applied. What is applied late is safe, but may be leased again. */
const SHARE_OF_LEASE = 0.5;

export type DeliveryWork = {
  /** Leases, applies and acknowledges. @returns how many were leased */
  round: () => Promise<number>;
  /** Deliveries that failed for a reason that the operator must fix. */
  failed: () => number;
};

/** @throws PortalFailure, or GameFailure after acknowledging that the rest of the lease was not applied */
export function createDeliveryWork(bridge: Bridge, stop: AbortSignal): DeliveryWork {
  const { adapter, portal, metrics, settings, log } = bridge;
  const outbox = createOutbox<Acknowledgement>(
    (entries) => portal.acknowledge(entries),
    ({ id }, { message }) =>
      log({ event: 'warning', message: `The result of delivery ${id} was refused: ${message}` }),
  );
  let batch = Math.min(FIRST_BATCH, settings.batch);
  let failed = 0;

  const applyOne = async (delivery: Delivery, left: Set<Delivery>) => {
    const acknowledgement = await handle(bridge, delivery);
    if (isOperators(acknowledgement)) failed += 1;
    outbox.add(acknowledgement);
    left.delete(delivery);
    if (outbox.isDue()) await outbox.flush();
    // Lets signal handlers run between two deliveries.
    await nextTurn();
  };
  const applyAll = async (deliveries: Delivery[]) => {
    const left = new Set(deliveries);
    const lanes = { lanes: adapter.lanes ?? 1, stop };
    const failures = await applyInLanes(deliveries, lanes, (delivery) => applyOne(delivery, left));
    const failure = failures.find((one) => one instanceof GameFailure) ?? failures[0];
    if (failure === undefined) return deliveries.length - left.size;
    if (failure instanceof GameFailure) {
      const [problem, detail] = ['game_unreachable' as const, describeDatabaseError(failure)];
      for (const { id } of left) outbox.add({ id, result: 'retry', problem, detail });
    }
    throw failure;
  };

  return {
    failed: () => failed,
    round: async () => {
      await outbox.flush();
      const startedAt = performance.now();
      const { deliveries, leaseSeconds } = await portal.lease(batch);
      metrics.set('lastLease', Math.floor(Date.now() / 1000));
      const leaseMs = leaseSeconds * 1000;
      try {
        const applied = await applyAll(deliveries);
        const each = (performance.now() - startedAt) / Math.max(1, applied);
        const fitting = Math.floor((leaseMs * SHARE_OF_LEASE) / each);
        if (applied > 0) batch = Math.max(1, Math.min(settings.batch, fitting));
      } catch (error) {
        // Reports what wasn't applied. If that fails too, it is sent before the next lease.
        await outbox.flush().catch(() => {});
        throw error;
      }
      await outbox.flush();
      return deliveries.length;
    },
  };
}

function isOperators({ result, problem }: Acknowledgement): boolean {
  return result === 'retry' && !(problem !== undefined && PROBLEMS_OF_PLAYERS.includes(problem));
}

async function handle({ adapter, log, metrics }: Bridge, delivery: Delivery): Promise<Acknowledgement> {
  const { id } = delivery;
  const fault = findFault(delivery);
  if (fault !== undefined) {
    log({ event: 'delivery_refused', id, why: fault });
    metrics.count('deliveries', 'rejected');
    return { id, result: 'reject', detail: fault };
  }
  const startedAt = performance.now();
  const answer = await adapter.apply(delivery).catch(answerOfError);
  metrics.count('deliveries', answer.is);
  log({ event: 'delivery', delivery, answer, ms: Math.round(performance.now() - startedAt) });
  return { id, ...acknowledge(answer) };
}

/** The database was busy or the disk full, for example. Nothing was written, so a retry may succeed. */
function answerOfError(error: unknown): Applied {
  throwIfUnreachable(error);
  const why = describeDatabaseError(error);
  if (databaseFault(error) === 'out_of_range') {
    return { is: 'rejected', why: `The game has no room for such a number: ${why}` };
  }
  return {
    is: 'later',
    why,
    ...(databaseFault(error) === 'setup' ? { problem: 'game_setup' as const } : {}),
  };
}

function acknowledge(answer: Applied): Omit<Acknowledgement, 'id'> {
  switch (answer.is) {
    case 'applied':
    case 'duplicate': {
      const { is: result, receipt, collectBy, detail } = answer;
      return {
        result,
        receipt,
        ...(collectBy ? { collectBy: collectBy.toISOString() } : {}),
        ...(detail === undefined ? {} : { detail }),
      };
    }
    case 'rejected': {
      const { why: detail, problem, receipt } = answer;
      return { result: 'reject', detail, ...(problem ? { problem } : {}), ...(receipt ? { receipt } : {}) };
    }
    case 'later':
    case 'character_missing':
    case 'unknown': {
      const { is, why: detail, problem } = answer;
      return { result: is === 'later' ? 'retry' : is, detail, ...(problem ? { problem } : {}) };
    }
  }
}
