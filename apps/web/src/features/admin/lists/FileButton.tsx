import type { CsvColumn } from '@waygate/contract/csv';
import { Download } from 'lucide-react';
import { useToast } from '#ui/admin/use-toast.ts';
import { Button } from '#ui/Button.tsx';
import { saveFile, toCsv } from './csv.ts';

type FileButtonProps<Row> = {
  /** What is exported, for screen readers. */
  title: string;
  /** Without the extension. */
  fileName: string;
  columns: CsvColumn<Row>[];
  rows: Row[];
};

/** Exports rows that the page has loaded in whole; longer lists are written by the server. */
export function FileButton<Row>({ title, fileName, columns, rows }: FileButtonProps<Row>) {
  const toast = useToast();
  function save() {
    saveFile(`${fileName}.csv`, toCsv(columns, rows));
    toast(`Exported ${rows.length.toLocaleString()} rows.`);
  }
  return (
    <Button look="secondary" onClick={save} aria-label={`Export CSV of ${title}`}>
      <Download aria-hidden size={18} /> Export CSV
    </Button>
  );
}
