import { WINDOW_ROWS } from '@waygate/contract/lists';
import { useToast } from '#ui/admin/use-toast.ts';
import { type CsvColumn, saveFile, toCsv } from './csv.ts';
import { ExportButton } from './ExportButton.tsx';
import { failureText, type ListSource, type LoadQuery } from './list-source.ts';

const MAX_ROWS = 10_000;

type CsvButtonProps<Row> = {
  fileName: string;
  columns: CsvColumn<Row>[];
  source: ListSource<Row>;
  query: LoadQuery;
};

/** Exports all pages of the list as a file. */
export function CsvButton<Row>({ fileName, columns, source, query }: CsvButtonProps<Row>) {
  const toast = useToast();
  return (
    <ExportButton
      load={async (signal) => {
        const { rows, isWhole } = await loadAll(source, query, signal);
        return () => {
          saveFile(fileName, toCsv(columns, rows));
          if (isWhole) toast(`Exported ${rows.length.toLocaleString()} rows.`);
          else
            toast(`Exported the first ${MAX_ROWS.toLocaleString()} rows. Search to narrow the list.`, 'info');
        };
      }}
      failureOf={(error) => failureText(error, source)}
    />
  );
}

async function loadAll<Row>(source: ListSource<Row>, query: LoadQuery, signal: AbortSignal) {
  const rows: Row[] = [];
  for (let page = 1; rows.length < MAX_ROWS; page += 1) {
    // Sequential, so that an export doesn't crowd out other requests.
    const answer = await source.load(
      { ...query, pageSize: 'all', page: String(page), export: 'csv' },
      signal,
    );
    rows.push(...answer.rows);
    if (answer.rows.length < WINDOW_ROWS) return { rows, isWhole: true };
  }
  return { rows, isWhole: false };
}
