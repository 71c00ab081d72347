import { type CsvColumn, csvHeading, csvLines } from '@waygate/contract/csv';

/**
 * A CSV file in parts: the heading, then one part for each batch of rows. Holds no more than a batch, and asks for the
 * next when the caller is ready for it.
 *
 * @param batches rows in the order of the file
 */
export async function* csvParts<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield csvHeading(columns);
  for await (const rows of batches) yield csvLines(columns, rows);
}
