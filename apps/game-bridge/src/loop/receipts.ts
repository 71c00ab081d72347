import type { ReceiptsWanted, ReportedReceipt } from '@waygate/contract/deliveries/receipts.schemas';
import type { RecordedReceipt } from '#adapter.ts';
import type { Bridge } from './bridge.ts';

/** Reports the next page. @returns whether more are left */
export type ReportPage = (wanted: ReceiptsWanted) => Promise<boolean>;

/**
 * Reports every receipt since the backup that the portal was restored from, a page at each call, so that it lists those that
 * it has forgotten. A page that fails is reported again by the next call; only another restore starts from the first one.
 */
export function createReceiptReports({ portal, adapter, log }: Bridge): ReportPage {
  let walk: { restore: number; after: string; count: number } | undefined;
  return async ({ restore, since }) => {
    if (walk?.restore !== restore) walk = { restore, after: '', count: 0 };
    // A game without receipts has none to report.
    const page = (await adapter.receipts?.(walk.after)) ?? [];
    const last = page.at(-1);
    const receipts = page.filter(({ recordedAt }) => recordedAt >= new Date(since)).flatMap(readable);
    if (receipts.length > 0 || !last) await portal.reportReceipts({ restore, isLast: !last, receipts });
    walk.count += receipts.length;
    if (last) {
      walk.after = last.idempotencyKey;
      return true;
    }
    log({ event: 'reported', what: 'receipts', count: walk.count });
    walk = undefined;
    return false;
  };
}

/** What the game has, and what it has revoked. Halves, and grants that came to nothing, aren't there. */
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
