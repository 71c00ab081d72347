import type { CsvColumn } from '@waygate/contract/csv';
import { Table } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { FileButton } from '#features/admin/lists/FileButton.tsx';
import { Panel } from '#ui/admin/Panel.tsx';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import styles from './ChartPanel.module.css';
import type { NumbersColumn } from './numbers.ts';
import { NumbersTable } from './NumbersTable.tsx';

type ChartPanelProps<Row> = {
  title: string;
  /** What the table lists, for screen readers. */
  caption: string;
  /** Without the extension. */
  fileName: string;
  columns: NumbersColumn<Row>[];
  rows: Row[];
  /** The rows in the table's order, where it differs. */
  tableRows?: Row[];
  /** Extra columns of the file. */
  fileColumns?: CsvColumn<Row>[];
  /** Left out where the table draws its own bars. */
  chart?: ReactNode;
  /** A sentence on what is counted. */
  note?: ReactNode;
  /** Shown instead of an empty chart and table. */
  empty?: string | false;
};

/** A chart with its numbers next to it and as a file. On small screens a button shows the numbers. */
export function ChartPanel<Row>(props: ChartPanelProps<Row>) {
  const {
    title,
    caption,
    fileName,
    columns,
    fileColumns = [],
    rows,
    tableRows = rows,
    chart,
    note,
    empty,
  } = props;
  const tableId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const hasChart = chart !== undefined;
  if (empty)
    return (
      <Panel title={title}>
        <p className={styles.empty}>{empty}</p>
      </Panel>
    );
  return (
    <Panel
      title={title}
      actions={
        <FileButton title={title} fileName={fileName} columns={[...columns, ...fileColumns]} rows={rows} />
      }
    >
      {note && <p className={styles.note}>{note}</p>}
      <div className={classNames(hasChart && styles.sides)}>
        {chart}
        {hasChart && (
          <Button
            look="secondary"
            className={styles.opener}
            aria-expanded={isOpen}
            aria-controls={tableId}
            onClick={() => setIsOpen((is) => !is)}
          >
            <Table aria-hidden size={18} /> {isOpen ? 'Hide the numbers' : 'Show the numbers'}
          </Button>
        )}
        <div id={tableId} className={classNames(hasChart && !isOpen && styles.closed)}>
          <NumbersTable caption={caption} columns={columns} rows={tableRows} isWhole={!hasChart} />
        </div>
      </div>
    </Panel>
  );
}
