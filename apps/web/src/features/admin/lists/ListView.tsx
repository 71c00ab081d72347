import type { ReactNode } from 'react';
import { SearchField } from '#ui/admin/fields/SearchField.tsx';
import type { Column } from '#ui/admin/table/columns.ts';
import type { Selection } from '#ui/admin/table/selection.ts';
import { CsvButton, type CsvEndpoint } from './CsvButton.tsx';
import { FilterChips } from './filters/FilterChips.tsx';
import { type ListFilter, ListFilters } from './filters/ListFilters.tsx';
import styles from './ListView.module.css';
import type { ListSource, LoadQuery } from './list-source.ts';
import { PagedList } from './PagedList.tsx';
import { useListAddress } from './use-list-address.ts';
import { WholeList } from './WholeList.tsx';

export type ListViewProps<Row> = ListSource<Row> & {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: Column<Row>[];
  rowKey: (row: Row) => string | number;
  /** What can be searched for: 'Search by name, e-mail or id'. Lists that cannot be searched have none. */
  searchLabel?: string;
  filters?: ListFilter[];
  /** Before each name in the address, for a second list on a page. */
  addressPrefix?: string;
  /** The server's default sort. */
  defaultSort?: string;
  /** For lists with a fixed page size. */
  rowsPerPage?: number;
  /** Shown when there is nothing at all, with a next step. */
  empty: ReactNode;
  /** Buttons next to the search, maybe for what is listed. */
  toolbar?: ReactNode | ((query: LoadQuery) => ReactNode);
  selection?: Selection<Row>;
  /** Writes all of the list to a file. */
  csv?: CsvEndpoint;
};

/** A list of the admin area: search, filters, sorting and pages in the address, or all of it as it is scrolled. */
export function ListView<Row>(props: ListViewProps<Row>) {
  const { searchLabel, filters = [], addressPrefix, toolbar, csv, rowsPerPage } = props;
  const address = useListAddress(
    filters.map(({ name }) => name),
    addressPrefix,
  );
  const query = { ...address.query, ...address.filters };
  const hasBar = searchLabel !== undefined || filters.length > 0 || toolbar || csv;
  return (
    <div className={styles.list}>
      {hasBar && (
        <div className={styles.bar}>
          {searchLabel !== undefined && (
            <SearchField label={searchLabel} value={address.text} onChange={address.setText} />
          )}
          <ListFilters filters={filters} chosen={address.filters} onChoose={address.setFilter} />
          <div className={styles.actions}>
            {csv && <CsvButton endpoint={csv} caption={props.caption} query={query} />}
            {typeof toolbar === 'function' ? toolbar(query) : toolbar}
          </div>
        </div>
      )}
      <FilterChips filters={filters} address={address} />
      {query.pageSize === 'all' && rowsPerPage === undefined ? (
        // Another query starts another list from its beginning.
        <WholeList key={JSON.stringify(query)} list={props} address={address} query={query} />
      ) : (
        <PagedList list={props} address={address} query={query} />
      )}
    </div>
  );
}
