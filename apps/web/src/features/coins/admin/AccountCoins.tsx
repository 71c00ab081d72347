import { useInfiniteQuery } from '@tanstack/react-query';
import { exportCoinHistory, listAdminCoinHistory } from '@waygate/contract/coins/coins.admin.endpoints';
import { STAFF_COIN_NAMES } from '@waygate/contract/coins/coin-names';
import { type AdminCoinEntry, currencySchema } from '@waygate/contract/coins/coins.schemas';
import { Link } from 'react-router';
import { call } from '#api/call.ts';
import { messageOf } from '#api/api-error.ts';
import { AccountLink } from '#features/admin/lists/AccountLink.tsx';
import { CsvButton } from '#features/admin/lists/CsvButton.tsx';
import { FilterChips } from '#features/admin/lists/filters/FilterChips.tsx';
import { type ListFilter, ListFilters } from '#features/admin/lists/filters/ListFilters.tsx';
import { NothingFound } from '#features/admin/lists/NothingFound.tsx';
import listStyles from '#features/admin/lists/ListView.module.css';
import { RecordTable } from '#features/admin/lists/RecordTable.tsx';
import { useListAddress } from '#features/admin/lists/use-list-address.ts';
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
    render: ({ currency }) => STAFF_COIN_NAMES[currency],
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

const CURRENCY_OPTIONS = currencySchema.options.map((value) => ({ value, label: STAFF_COIN_NAMES[value] }));
const REASON_OPTIONS = Object.entries(REASON_LABELS).map(([value, label]) => ({ value, label }));

const FILTERS: ListFilter[] = [
  { name: 'currency', label: 'Coins', options: CURRENCY_OPTIONS },
  { name: 'reason', label: 'Reason', options: REASON_OPTIONS },
  { name: 'atLeast', label: 'Coins from', input: 'number', isExtra: true },
  { name: 'atMost', label: 'Coins up to', input: 'number', isExtra: true },
  { name: 'from', label: 'From', input: 'time', isExtra: true },
  { name: 'to', label: 'Before', input: 'time', isExtra: true },
];

const FILTER_NAMES = FILTERS.map(({ name }) => name);

/** Every movement of an account's coins, newest first, or those of a reason, a time or an amount. */
export function AccountCoins({ accountId }: { accountId: string }) {
  const address = useListAddress(FILTER_NAMES);
  const { filters } = address;
  const params = { id: accountId };
  const { data, error, refetch, isPlaceholderData, ...older } = useInfiniteQuery({
    queryKey: ['user', accountId, 'coins', filters],
    queryFn: ({ signal, pageParam }) =>
      // An address may hold any filter; the server rejects unknown ones.
      call(listAdminCoinHistory, { params, query: { ...filters, ...pageParam } }, { signal }),
    // The rows stay while those of other filters load.
    placeholderData: (previous, query) => (query?.queryKey[1] === accountId ? previous : undefined),
    initialPageParam: {},
    getNextPageParam: ({ before }) => (before === null ? undefined : { before: String(before) }),
  });
  return (
    <div className={styles.coins}>
      <div className={listStyles.bar}>
        <ListFilters filters={FILTERS} chosen={filters} onChoose={address.setFilter} />
        <div className={listStyles.actions}>
          <CsvButton endpoint={exportCoinHistory} caption="Coins" query={filters} params={params} />
        </div>
      </div>
      <FilterChips filters={FILTERS} address={address} />
      <RecordTable
        caption="Coins"
        columns={COLUMNS}
        rows={data?.pages.flatMap(({ entries }) => entries)}
        rowKey={({ entryId }) => entryId}
        error={error}
        onRetry={() => void refetch()}
        isBusy={isPlaceholderData}
        nothing={
          <NothingFound address={address} filters={FILTERS}>
            <p>This account's coins haven't moved yet.</p>
          </NothingFound>
        }
      />
      {data && error && <Notice tone="error">{messageOf(error, "Older entries couldn't be loaded.")}</Notice>}
      {older.hasNextPage && !isPlaceholderData && (
        <Button look="secondary" isBusy={older.isFetchingNextPage} onClick={() => void older.fetchNextPage()}>
          {older.isFetchingNextPage ? 'Loading…' : 'Load more'}
        </Button>
      )}
    </div>
  );
}
