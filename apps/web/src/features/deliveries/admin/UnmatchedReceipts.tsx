import { useInfiniteQuery } from '@tanstack/react-query';
import {
  exportUnmatchedReceipts,
  listUnmatchedReceipts,
} from '@waygate/contract/deliveries/receipts.admin.endpoints';
import type { UnmatchedReceipt } from '@waygate/contract/deliveries/receipts.schemas';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { CsvButton } from '#features/admin/lists/CsvButton.tsx';
import { RecordTable } from '#features/admin/lists/RecordTable.tsx';
import { Panel } from '#ui/admin/Panel.tsx';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { receiptColumns } from './receipt-columns.tsx';
import { type ReceiptDecision, ReceiptDecisionDialog } from './ReceiptDecisionDialog.tsx';
import styles from './UnmatchedReceipts.module.css';

const FAILURE = "Receipts without deliveries couldn't be loaded.";

/** What games have and this portal has forgotten, after a restore. Nothing without any. */
export function UnmatchedReceipts() {
  // The dialog lives next to the table: a row disappears when another member of staff was first.
  const [asked, setAsked] = useState<{ receipt: UnmatchedReceipt; decision: ReceiptDecision }>();
  const { data, error, refetch, ...older } = useInfiniteQuery({
    queryKey: ['unmatched-receipts'],
    queryFn: ({ signal, pageParam }) => call(listUnmatchedReceipts, { query: pageParam }, { signal }),
    initialPageParam: {},
    getNextPageParam: ({ before }) => (before === null ? undefined : { before: String(before) }),
  });
  const total = data?.pages[0]?.total ?? 0;
  const isShown = total > 0 || (error && !data);
  return (
    <>
      {isShown && (
        <div className={styles.section}>
          <Panel
            title={
              total === 0
                ? 'Receipts without deliveries'
                : `Receipts without deliveries (${total.toLocaleString()})`
            }
            actions={<CsvButton endpoint={exportUnmatchedReceipts} caption="Receipts without deliveries" />}
          >
            <div className={styles.receipts}>
              <p>
                The game has these, and this portal doesn't know them: they are from after the backup that was
                restored. Settle payments without orders first, which takes away what belongs to them.
              </p>
              <RecordTable
                caption="Receipts without deliveries"
                columns={receiptColumns((receipt, decision) => setAsked({ receipt, decision }))}
                rows={data?.pages.flatMap(({ receipts }) => receipts)}
                rowKey={({ receiptId }) => receiptId}
                error={error}
                failure={FAILURE}
                onRetry={() => void refetch()}
                nothing={null}
              />
              {data && error && <Notice tone="error">{messageOf(error, FAILURE)}</Notice>}
              {older.hasNextPage && (
                <Button
                  look="secondary"
                  isBusy={older.isFetchingNextPage}
                  onClick={() => void older.fetchNextPage()}
                >
                  {older.isFetchingNextPage ? 'Loading…' : 'Load more'}
                </Button>
              )}
            </div>
          </Panel>
        </div>
      )}
      {asked && <ReceiptDecisionDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
