import type { BulkActionName } from '@waygate/contract/bulk/bulk.schemas';
import { useState } from 'react';
import { OfferedDraft } from '#features/admin/records/OfferedDraft.tsx';
import { inOneLine } from '#features/admin/records/in-one-line.ts';
import { useKeptForm } from '#features/admin/records/use-form.ts';
import { BudgetLeft } from '#features/budgets/admin/BudgetLeft.tsx';
import { countText } from '#ui/admin/count-text.ts';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import {
  BULK_TEXTS,
  bulkFaults,
  type BulkFields,
  linesOf,
  readyAccounts,
  whatOf,
} from './bulk-form.rules.ts';
import { BulkFieldSet } from './BulkFieldSet.tsx';
import { BulkRunDialog } from './BulkRunDialog.tsx';
import { CheckedLines } from './CheckedLines.tsx';
import { useBulk } from './use-bulk.ts';

type BulkDialogProps = {
  title: string;
  actions: readonly [BulkActionName, ...BulkActionName[]];
  onClose: () => void;
};

/** Not the list: names and addresses don't stay in a browser after its tab. */
const DRAFTED = ['reason'] as const;

/** Checks a pasted list line by line, then does it for everybody who is ready. */
export function BulkDialog({ title, actions, onClose }: BulkDialogProps) {
  const [fields, setFields, draft, isDirty] = useKeptForm<BulkFields>(
    title,
    () => blankOf(actions[0]),
    DRAFTED,
  );
  const [isTried, setIsTried] = useState(false);
  const bulk = useBulk();
  const { busy, error, checked, progress } = bulk;
  if (progress) return <BulkRunDialog title={title} bulk={bulk} progress={progress} onClose={onClose} />;
  const faults = bulkFaults(fields);
  const accounts = readyAccounts(checked ?? []);
  const submit = () => {
    setIsTried(true);
    if (Object.keys(faults).length > 0) return;
    const what = whatOf(fields);
    if (!checked) void bulk.check(what, linesOf(fields.players));
    else if (accounts.length > 0) void bulk.carryOut({ what, accounts, reason: inOneLine(fields.reason) });
  };
  const label = checked
    ? `${BULK_TEXTS[fields.action].verb} ${countText(accounts.length, 'player')}`
    : 'Check the list';
  const fault = isTried ? Object.values(faults)[0] : undefined;
  return (
    <FormDialog
      title={title}
      submitLabel={busy || label}
      isBusy={busy !== ''}
      error={fault ?? error}
      isWide
      onSubmit={submit}
      isDirty={isDirty}
      onClose={onClose}
    >
      <OfferedDraft draft={draft} />
      <BulkFieldSet
        actions={actions}
        fields={fields}
        faults={isTried ? faults : {}}
        onChange={(changes) => {
          setFields((now) => ({ ...now, ...changes }));
          bulk.forget();
        }}
      />
      {checked && <CheckedLines lines={checked} />}
      {fields.action !== 'BAN' && (
        // Each account that is ready takes one.
        <BudgetLeft
          kinds={[fields.action === 'GRANT_BENEFIT' ? 'items' : 'packs']}
          needed={accounts.length}
        />
      )}
    </FormDialog>
  );
}

function blankOf(action: BulkActionName): BulkFields {
  const banLength = { end: '', preset: '' } as const;
  return { action, date: '', banLength, isForGood: false, benefitId: '', players: '', reason: '' };
}
