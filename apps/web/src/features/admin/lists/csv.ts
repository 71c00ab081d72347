import { saveBlob } from '#api/save-blob.ts';
import { type CsvColumn, csvHeading, csvLines } from '@waygate/contract/csv';

export type { CsvColumn, CsvValue } from '@waygate/contract/csv';

/** A list as a CSV file. */
export function toCsv<Row>(columns: CsvColumn<Row>[], rows: Row[]): string {
  return csvHeading(columns) + csvLines(columns, rows);
}

/** Downloads the text as a file. */
export function saveFile(name: string, text: string): void {
  saveBlob(name, new Blob([text], { type: 'text/csv;charset=utf-8' }));
}
