import type { RedeliveryPreview } from '@waygate/contract/redeliveries/redeliveries.schemas';
import type { ReadGate } from '#platform/db/paging/read-gate.ts';
import { notFound } from '#platform/errors/app-error.ts';
import type { Sender } from '#features/redeliveries/lost-deliveries.ts';
import type { LostFilter } from '#features/redeliveries/redeliveries.tables.ts';
import { selectLost, selectNow, selectTargetName } from './preview.queries.ts';

const TOO_LONG = 'It takes too long to count this. Please narrow it by a time.';

const MISSING = {
  everything: 'There is nothing to send.',
  account: 'There is no such account.',
  order: 'There is no such order.',
  product: 'There is no such product.',
};

/**
 * Counts what a redelivery would send as of now.
 *
 * @throws notFound for the account, order or product; unavailable when it takes too long
 */
export function previewRedelivery(
  readGate: ReadGate,
  sender: Sender,
  filter: Omit<LostFilter, 'until'>,
): Promise<RedeliveryPreview> {
  return readGate(async (tx) => {
    const targetName = await selectTargetName(tx, filter);
    if (targetName === undefined) {
      const message = MISSING[filter.scope];
      throw notFound(message);
    }
    const until = await selectNow(tx);
    const lost = await selectLost(tx, { filter: { ...filter, until }, sender });
    return { until: until.toISOString(), targetName, ...lost };
  }, TOO_LONG);
}
