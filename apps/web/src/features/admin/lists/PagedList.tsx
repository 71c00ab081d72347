import { DataTable } from '#ui/admin/table/DataTable.tsx';
import { PageControls } from '#ui/admin/table/PageControls.tsx';
import { Failure } from '#ui/Failure.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import type { ListViewProps } from './ListView.tsx';
import type { LoadQuery } from './list-source.ts';
import { NothingFound } from './NothingFound.tsx';
import type { ListAddress } from './use-list-address.ts';
import { useListPage } from './use-list-page.ts';

type PagedListProps<Row> = { list: ListViewProps<Row>; address: ListAddress; query: LoadQuery };

/** One page of a list with its page controls. */
export function PagedList<Row>({ list, address, query }: PagedListProps<Row>) {
  const { page, failure, isBusy, retry } = useListPage(list, query);
  const { caption, columns, rowKey, selection, defaultSort, rowsPerPage } = list;
  if (failure && !page) return <Failure message={failure} onRetry={retry} />;
  if (!page) return <ListSkeleton caption={caption} />;
  return (
    <>
      {failure && <Failure message={failure} onRetry={retry} />}
      <DataTable
        caption={caption}
        columns={columns}
        rows={page.rows}
        rowKey={rowKey}
        sort={query.sort ?? defaultSort}
        onSort={address.setSort}
        isBusy={isBusy}
        selection={selection}
        empty={
          <NothingFound address={address} filters={list.filters ?? []}>
            {list.empty}
          </NothingFound>
        }
      />
      {(page.total > 0 || page.rows.length > 0) && (
        <PageControls
          page={Number(query.page)}
          pageSize={rowsPerPage ?? query.pageSize}
          rowCount={page.rows.length}
          total={page.total}
          totalIsExact={page.totalIsExact}
          onPage={address.setPage}
          onPageSize={rowsPerPage === undefined ? address.setPageSize : undefined}
        />
      )}
    </>
  );
}
