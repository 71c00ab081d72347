import { getBulk } from '@waygate/contract/bulk/bulk.endpoints';
import type { BulkProgress, BulkReport } from '@waygate/contract/bulk/bulk.schemas';
import { useState } from 'react';
import { call } from '#api/call.ts';
import { messageOf } from '#api/api-error.ts';
import { type CsvColumn, saveFile, toCsv } from '#features/admin/lists/csv.ts';
import { ExportButton } from '#features/admin/lists/ExportButton.tsx';
import { Notice } from '#ui/Notice.tsx';

const CSV: CsvColumn<BulkReport['rows'][number]>[] = [
  { label: 'accountDBID', value: ({ accountDBID }) => accountDBID },
  { label: 'userName', value: ({ userName }) => userName },
  { label: 'state', value: ({ state }) => state },
  { label: 'message', value: ({ message }) => message },
];

/** How far a list is, in numbers: '40 done, 2 had nothing to do, 1 failed, 7 waiting.' */
export function progressText({ done, already, failed, untried, waiting }: BulkProgress): string {
  const tried = failed - untried;
  const parts = [
    `${done.toLocaleString()} done`,
    ...(already > 0 ? [`${already.toLocaleString()} had nothing to do`] : []),
    ...(tried > 0 ? [`${tried.toLocaleString()} failed`] : []),
    ...(untried > 0 ? [`${untried.toLocaleString()} not tried`] : []),
    ...(waiting > 0 ? [`${waiting.toLocaleString()} waiting`] : []),
  ];
  return `${parts.join(', ')}.`;
}

/** The progress of a list, with its report of each account as a file. */
export function BulkProgressNote({ progress }: { progress: BulkProgress }) {
  const { id, total, waiting } = progress;
  const [failure, setFailure] = useState('');
  return (
    <>
      <output>{progressText(progress)}</output>
      <progress aria-label="Progress of the list" max={total} value={total - waiting} />
      <ExportButton
        load={async (signal) => {
          setFailure('');
          const { rows } = await call(getBulk, { params: { id } }, { signal });
          return () => saveFile('bulk-report.csv', toCsv(CSV, rows));
        }}
        // A toast would be behind the dialog.
        onFailure={(error) => setFailure(messageOf(error, 'The report could not be fetched.'))}
      />
      {failure && <Notice tone="error">{failure}</Notice>}
    </>
  );
}
