import { CONTENT_LIST_LIMIT } from '@waygate/contract/lists';
import { type ContentStatus, contentStateAt } from '@waygate/contract/content-status';
import type { deleteArticle } from '@waygate/contract/news/news.admin.endpoints';
import type { deletePatchNote } from '@waygate/contract/patch-notes/patch-notes.admin.endpoints';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { DeleteDialog } from '#features/admin/records/DeleteDialog.tsx';
import { ListView } from '#features/admin/lists/ListView.tsx';
import type { CsvEndpoint } from '#features/admin/lists/CsvButton.tsx';
import type { ListFilter } from '#features/admin/lists/filters/ListFilters.tsx';
import type { LoadPage } from '#features/admin/lists/list-source.ts';
import { useDeletion } from '#features/admin/records/use-deletion.ts';
import type { Column } from '#ui/admin/table/columns.ts';
import { RowActions } from '#ui/admin/table/RowActions.tsx';
import { Button, buttonClass } from '#ui/Button.tsx';
import { ShortTime } from '#ui/admin/table/ShortTime.tsx';
import { Notice } from '#ui/Notice.tsx';
import { capitalized } from './capitalized.ts';
import styles from './ContentList.module.css';
import { CONTENT_STATE_OPTIONS } from './content-states.ts';
import { StatusBadge } from './StatusBadge.tsx';
import { useMinute } from './use-minute.ts';

type ContentRow = {
  id: number;
  title: string;
  status: ContentStatus;
  publishedAt: string | null;
  publishedUntil: string | null;
  updatedAt: string;
};

type ContentListProps<Row> = {
  /** 'article': in labels of buttons. */
  noun: string;
  caption: string;
  queryKey: string;
  load: LoadPage<Row>;
  failure: string;
  remove: typeof deleteArticle | typeof deletePatchNote;
  searchLabel: string;
  csv: CsvEndpoint;
  /** The columns between title and status. */
  columns: Column<Row>[];
  newPath: string;
  editPath: (row: Row) => string;
  /** The public page. */
  sitePath: (row: Row) => string;
};

const FILTERS: ListFilter[] = [
  { name: 'state', label: 'Status', options: CONTENT_STATE_OPTIONS },
  { name: 'from', label: 'Changed from', input: 'time' },
  { name: 'to', label: 'Changed before', input: 'time' },
];

/** The texts of one kind, including drafts, with their actions. */
export function ContentList<Row extends ContentRow>(props: ContentListProps<Row>) {
  const { noun, caption, queryKey, load, failure, searchLabel, csv, newPath, remove } = props;
  const deletion = useDeletion(remove, {
    inputOf: ({ id }: Row) => ({ params: { id: String(id) } }),
    success: `${capitalized(noun)} deleted.`,
    failure: `Failed to delete ${noun}.`,
    invalidates: [[queryKey], ['audit']],
  });
  const now = useMinute();
  const newLink = (
    <Link to={newPath} className={buttonClass()}>
      <Plus aria-hidden size={18} /> New {noun}
    </Link>
  );
  const columns = columnsOf(props, { now, onDelete: deletion.ask });
  return (
    <div className={styles.list}>
      {deletion.error && <Notice tone="error">{deletion.error}</Notice>}
      <ListView
        queryKey={[queryKey, 'list']}
        load={({ search, pageSize: _pageSize, ...query }, signal) =>
          load({ ...query, limit: String(CONTENT_LIST_LIMIT), ...(search && { search }) }, signal)
        }
        failure={failure}
        caption={caption}
        columns={columns}
        rowKey={({ id }) => id}
        searchLabel={searchLabel}
        filters={FILTERS}
        rowsPerPage={CONTENT_LIST_LIMIT}
        csv={csv}
        toolbar={newLink}
        empty={
          <>
            <p>There is nothing here yet.</p>
            {newLink}
          </>
        }
      />
      <DeleteDialog deletion={deletion} title={({ title }) => `Delete ${title}?`}>
        <p>This action cannot be undone.</p>
      </DeleteDialog>
    </div>
  );
}

function columnsOf<Row extends ContentRow>(
  list: ContentListProps<Row>,
  { now, onDelete }: { now: number; onDelete: (row: Row) => void },
): Column<Row>[] {
  return [
    {
      id: 'title',
      label: 'Title',
      isPrimary: true,
      render: (row) => <Link to={list.editPath(row)}>{row.title}</Link>,
    },
    ...list.columns,
    { id: 'status', label: 'Status', phone: 'top', render: (row) => <StatusBadge text={row} now={now} /> },
    { id: 'changed', label: 'Changed', render: ({ updatedAt }) => <ShortTime value={updatedAt} /> },
    {
      id: 'actions',
      label: 'Actions',
      render: (row) => (
        <TextActions
          row={row}
          isLive={contentStateAt(new Date(now), row) === 'live'}
          list={list}
          onDelete={onDelete}
        />
      ),
    },
  ];
}

function TextActions<Row extends ContentRow>({
  row,
  isLive,
  list: { editPath, sitePath },
  onDelete,
}: {
  row: Row;
  isLive: boolean;
  list: ContentListProps<Row>;
  onDelete: (row: Row) => void;
}): ReactNode {
  return (
    <RowActions>
      <Link to={editPath(row)} className={buttonClass('secondary')} aria-label={`Edit ${row.title}`}>
        Edit
      </Link>
      {isLive && (
        <Link
          to={sitePath(row)}
          className={buttonClass('quiet')}
          aria-label={`View ${row.title} on the site`}
        >
          View
        </Link>
      )}
      <Button look="danger" aria-label={`Delete ${row.title}`} onClick={() => onDelete(row)}>
        Delete
      </Button>
    </RowActions>
  );
}
