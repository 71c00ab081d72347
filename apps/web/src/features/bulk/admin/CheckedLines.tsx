import type { CsvColumn } from '@waygate/contract/csv';
import { FileButton } from '#features/admin/lists/FileButton.tsx';
import { Badge } from '#ui/admin/Badge.tsx';
import { DataTable } from '#ui/admin/table/DataTable.tsx';
import type { Column } from '#ui/admin/table/columns.ts';
import type { CheckedLine } from './bulk-form.rules.ts';

const VERDICTS = {
  ready: { text: 'Ready', tone: 'success' },
  already: { text: 'Nothing to do', tone: 'neutral' },
  refused: { text: 'Fails', tone: 'error' },
} as const;

type Numbered = CheckedLine & { number: number };

const COLUMNS: Column<Numbered>[] = [
  { id: 'number', label: 'Line', width: '4rem', render: ({ number }) => number },
  { id: 'text', label: 'As given', isPrimary: true, render: ({ text }) => text },
  {
    id: 'account',
    label: 'Account',
    render: ({ account }) => (account ? `${account.userName} (#${account.accountDBID})` : '–'),
  },
  {
    id: 'verdict',
    label: 'Result',
    render: ({ verdict, message }) => (
      <>
        <Badge tone={VERDICTS[verdict].tone}>{VERDICTS[verdict].text}</Badge> {message}
      </>
    ),
  },
];

const FILE_COLUMNS: CsvColumn<Numbered>[] = [
  { label: 'line', value: ({ number }) => number },
  { label: 'text', value: ({ text }) => text },
  { label: 'accountDBID', value: ({ account }) => account?.accountDBID },
  { label: 'userName', value: ({ account }) => account?.userName },
  { label: 'verdict', value: ({ verdict }) => verdict },
  { label: 'message', value: ({ message }) => message },
];

/** Whom each line names, and what would be done; what fails comes first. */
export function CheckedLines({ lines }: { lines: CheckedLine[] }) {
  const numbered = lines.map((line, index) => ({ ...line, number: index + 1 }));
  const count = (verdict: CheckedLine['verdict']) => lines.filter((line) => line.verdict === verdict).length;
  const failed = numbered.filter(({ verdict }) => verdict === 'refused');
  const others = numbered.filter(({ verdict }) => verdict !== 'refused');
  return (
    <>
      <output>
        <strong>
          {count('ready').toLocaleString()} ready, {count('already').toLocaleString()} with nothing to do,{' '}
          {count('refused').toLocaleString()} fail.
        </strong>{' '}
        Nothing has been done yet.
      </output>
      <FileButton title="Checked lines" fileName="checked-lines" columns={FILE_COLUMNS} rows={numbered} />
      <DataTable
        caption="Checked lines"
        columns={COLUMNS}
        rows={[...failed, ...others]}
        rowKey={({ number }) => number}
        empty={null}
      />
    </>
  );
}
