import type { ReceiptsWanted, ReportedReceipt } from '@waygate/contract/deliveries/receipts.schemas';
import type { RecordedReceipt } from '#adapter.ts';
import type { Bridge } from './bridge.ts';

/**
 * Reports every receipt since the backup that the portal was restored from, so that it lists those that it has forgotten. If
 * it is interrupted, the portal asks again, and it begins anew.
 */
export async function reportReceipts(
  { portal, adapter, log }: Bridge,
  { restore, since }: ReceiptsWanted,
): Promise<void> {
  const from = Date.parse(since);
  let count = 0;
  let after = '';
  for (;;) {
    // A game without receipts has none to report.
    const page = (await adapter.receipts?.(after)) ?? [];
    const last = page.at(-1);
    const receipts = page.filter(({ recordedAt }) => recordedAt.getTime() >= from).flatMap(readable);
    if (receipts.length > 0 || !last) await portal.reportReceipts({ restore, isLast: !last, receipts });
    count += receipts.length;
    if (!last) break;
    after = last.idempotencyKey;
  }
  log({ event: 'reported', what: 'receipts', count });
}

/** What the game has, and what it has taken back. Halves, and grants that came to nothing, aren't there. */
function readable(receipt: RecordedReceipt): ReportedReceipt[] {
  const { state, idempotencyKey, accountId, kind, itemId, quantity, characterId, recordedAt } = receipt;
  if (state !== 'given' && state !== 'done') return [];
  return [
    {
      idempotencyKey,
      effect: state === 'given' ? 'grant' : 'revoke',
      accountDBID: accountId,
      kind,
      itemId: itemId === 0 ? null : itemId,
      quantity,
      characterId,
      recordedAt: recordedAt.toISOString(),
    },
  ];
}
