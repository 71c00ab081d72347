import * as z from 'zod';
import { defineJob, type JobHandler } from '#platform/jobs/jobs.ts';
import { eraseDueAccount, type ErasureParts, finishErasure, planRecordedErasures } from './erase.service.ts';
import { selectDueErasures, selectUnfinishedErasures } from './erasures.queries.ts';

const BATCH = 100;

export const eraseAccountsJob = defineJob({
  name: 'privacy.erase-accounts',
  payload: z.object({}),
  expireSeconds: 900,
});

type Select = typeof selectDueErasures;

/**
 * Erases the accounts whose requests are due, those that a restore brought back too, and finishes those that were erased. Each has its own transaction, so that a run
 * that is interrupted goes on with the next one.
 */
export function createAccountEraser(parts: ErasureParts): JobHandler<object> {
  const { db, log } = parts;
  async function forEach(select: Select, work: (accountId: number) => Promise<boolean>) {
    const failures: unknown[] = [];
    for (let after = 0; ;) {
      const ids = await select(db, { after, limit: BATCH });
      for (const id of ids) {
        try {
          if (await work(id)) log.info({ accountId: id }, 'personal data of an account erased');
        } catch (error) {
          // The others must not wait for it.
          failures.push(error);
        }
        after = id;
      }
      if (ids.length < BATCH) return failures;
    }
  }
  async function planRecorded(): Promise<unknown[]> {
    try {
      const again = await planRecordedErasures(parts);
      if (again.length > 0)
        log.warn({ accountIds: again }, 'accounts are erased again that a restored backup brought back');
      return [];
    } catch (error) {
      return [error];
    }
  }
  return async () => {
    const failures = [
      ...(await planRecorded()),
      ...(await forEach(selectDueErasures, (id) => eraseDueAccount(parts, id))),
      ...(await forEach(selectUnfinishedErasures, (id) => finishErasure(parts, id))),
    ];
    if (failures.length > 0) throw new AggregateError(failures, 'Some accounts could not be erased.');
  };
}
