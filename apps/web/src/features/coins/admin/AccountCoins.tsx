import { useInfiniteQuery } from '@tanstack/react-query';
import { listAdminCoinHistory } from '@waygate/contract/coins/coins.endpoints';
import type { AdminCoinEntry } from '@waygate/contract/coins/coins.schemas';
import { Link } from 'react-router';
import { call } from '#api/call.ts';
import { messageOf } from '#api/api-error.ts';
import { AccountLink } from '#features/admin/lists/AccountLink.tsx';
import { RecordTable } from '#features/admin/lists/RecordTable.tsx';
import { REASON_LABELS, signedNumber } from '#features/coins/coin-labels.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';
import type { Column } from '#ui/admin/table/columns.ts';
import { Button } from '#ui/Button.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './AccountCoins.module.css';

const COLUMNS: Column<AdminCoinEntry>[] = [
  { id: 'at', label: 'When', width: '12rem', render: ({ createdAt }) => <LocalTime value={createdAt} /> },
  { id: 'reason', label: 'Reason', isPrimary: true, render: (entry) => <Reason entry={entry} /> },
  {
    id: 'by',
    label: 'By',
    width: '10rem',
    render: ({ staff }) => (staff ? <AccountLink account={staff} /> : '–'),
  },
  { id: 'server', label: 'Game server', width: '14rem', render: ({ serverName }) => serverName ?? '–' },
  {
    id: 'currency',
    label: 'Coins',
    width: '8rem',
    render: ({ currency }) => (currency === 'premium' ? 'Agaia coins' : 'Astrum coins'),
  },
  { id: 'amount', label: 'Amount', align: 'end', render: ({ amount }) => signedNumber(amount) },
  { id: 'balance', label: 'Balance', align: 'end', render: ({ balance }) => balance.toLocaleString() },
];

function Reason({ entry: { reason, detail, orderId } }: { entry: AdminCoinEntry }) {
  return (
    <>
      {REASON_LABELS[reason]}
      {orderId !== null && (
        <>
          {' '}
          <Link to={adminPaths.order({ orderId })}>#{orderId}</Link>
        </>
      )}
      {detail !== null && (
        <>
          : <bdi>{detail}</bdi>
        </>
      )}
    </>
  );
}

/** Every movement of an account's coins, newest first. */
export function AccountCoins({ accountId }: { accountId: string }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['user', accountId, 'coins'],
    queryFn: ({ signal, pageParam }) =>
      call(listAdminCoinHistory, { params: { id: accountId }, query: pageParam }, { signal }),
    initialPageParam: {},
    getNextPageParam: ({ before }) => (before === null ? undefined : { before: String(before) }),
  });
  return (
    <div className={styles.coins}>
      <RecordTable
        caption="Coins"
        columns={COLUMNS}
        rows={data?.pages.flatMap(({ entries }) => entries)}
        rowKey={({ entryId }) => entryId}
        error={error}
        onRetry={() => void refetch()}
        nothing="This account's coins haven't moved yet."
      />
      {data && error && <Notice tone="error">{messageOf(error, "Older entries couldn't be loaded.")}</Notice>}
      {hasNextPage && (
        <Button look="secondary" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? 'Loading…' : 'Load more'}
        </Button>
      )}
    </div>
  );
}
