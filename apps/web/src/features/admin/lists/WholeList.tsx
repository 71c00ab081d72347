import { PageControls } from '#ui/admin/table/PageControls.tsx';
import { VirtualTable } from '#ui/admin/table/VirtualTable.tsx';
import { Failure } from '#ui/Failure.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import type { ListViewProps } from './ListView.tsx';
import type { LoadQuery } from './list-source.ts';
import { NothingFound } from './NothingFound.tsx';
import type { ListAddress } from './use-list-address.ts';
import { useListWindows } from './use-list-windows.ts';

type WholeListProps<Row> = { list: ListViewProps<Row>; address: ListAddress; query: LoadQuery };

/** All of a list, fetched as it is scrolled. */
export function WholeList<Row>({ list, address, query }: WholeListProps<Row>) {
  const { total, totalIsExact, rowAt, failure, retry, onRangeChange } = useListWindows(list, query);
  const { caption, columns, rowKey, defaultSort } = list;
  if (failure && total === undefined) return <Failure message={failure} onRetry={retry} />;
  if (total === undefined) return <ListSkeleton caption={caption} />;
  if (total === 0)
    return (
      <NothingFound address={address} filters={list.filters ?? []}>
        {list.empty}
      </NothingFound>
    );
  return (
    <>
      {failure && <Failure message={failure} onRetry={retry} />}
      <VirtualTable
        caption={caption}
        columns={columns}
        total={total}
        rowAt={rowAt}
        rowKey={rowKey}
        onRangeChange={onRangeChange}
        sort={query.sort ?? defaultSort}
        onSort={address.setSort}
      />
      <PageControls
        page={1}
        pageSize="all"
        rowCount={total}
        total={total}
        totalIsExact={totalIsExact}
        onPage={address.setPage}
        onPageSize={address.setPageSize}
      />
    </>
  );
}
