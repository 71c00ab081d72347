import { adjustMinutes } from '@waygate/contract/drops/drops.admin.endpoints';
import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import { useState } from 'react';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { OfferedDraft } from '#features/admin/records/OfferedDraft.tsx';
import { inOneLine } from '#features/admin/records/in-one-line.ts';
import { reasonFault } from '#features/admin/records/reason.ts';
import { ReasonField } from '#features/admin/records/ReasonField.tsx';
import { useKeptForm } from '#features/admin/records/use-form.ts';
import { createUuid } from '#api/uuid.ts';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { SelectField } from '#ui/admin/fields/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { ACCOUNT_DROPS_KEY } from './drop-admin-queries.ts';

const KINDS = [
  { value: 'viewer', label: 'By watching' },
  { value: 'streamer', label: 'By streaming' },
];
type Form = { kind: DropKind; minutes: string; reason: string };

const BLANK: Form = { kind: 'viewer', minutes: '', reason: '' };
const DRAFTED = ['reason'] as const;

const NO_MINUTES = 'Please give a whole number of minutes, such as 30 or -15.';
const WHOLE = /^[+-]?\d{1,7}$/;

const CORRECTING = {
  success: 'Minutes corrected.',
  failure: 'Failed to correct the minutes.',
  invalidates: [ACCOUNT_DROPS_KEY, ['audit']],
};

type MinutesDialogProps = {
  accountId: string;
  /** Those of this season; undefined until the season is known. */
  current: Record<DropKind, number> | undefined;
  onClose: () => void;
};

/** Corrects an account's minutes of this season, with a reason for the audit log. */
export function MinutesDialog({ accountId, current, onClose }: MinutesDialogProps) {
  // One for each opened dialog, so that a second press doesn't correct twice.
  const [requestId] = useState(createUuid);
  const [{ kind, minutes, reason }, setForm, draft, isDirty] = useKeptForm<Form>(
    `minutes of ${accountId}`,
    () => BLANK,
    DRAFTED,
  );
  const change = (changes: Partial<Form>) => setForm((now) => ({ ...now, ...changes }));
  const [fault, setFault] = useState('');
  const [noReason, setNoReason] = useState('');
  const { isBusy, error, fieldErrors, submit, reset } = useAdminMutation(adjustMinutes, {
    ...CORRECTING,
    onSuccess: onClose,
  });
  const added = minutesIn(minutes);
  const correct = () => {
    setFault(added === undefined ? NO_MINUTES : '');
    setNoReason(reasonFault(reason));
    if (added === undefined || reasonFault(reason)) return reset();
    const body = { kind, minutes: added, reason: inOneLine(reason), requestId };
    void submit({ body: { ...body, accountDBID: Number(accountId) } });
  };
  return (
    <FormDialog
      title="Correct minutes"
      submitLabel="Correct minutes"
      isBusy={isBusy}
      error={fault || noReason || error}
      onSubmit={correct}
      isDirty={isDirty}
      onClose={onClose}
    >
      <p>The current season changes immediately. The audit log records who did it and why.</p>
      <OfferedDraft draft={draft} />
      <SelectField
        label="Earned"
        name="kind"
        options={KINDS}
        value={kind}
        onChange={({ target }) => change({ kind: target.value === 'streamer' ? 'streamer' : 'viewer' })}
      />
      <TextField
        label="Minutes"
        name="minutes"
        required
        autoComplete="off"
        hint={hintOf(current?.[kind], added)}
        value={minutes}
        error={fault || fieldErrors.minutes}
        onChange={({ target }) => change({ minutes: target.value })}
      />
      <ReasonField
        value={reason}
        error={noReason || fieldErrors.reason}
        onChange={(typed) => change({ reason: typed })}
      />
    </FormDialog>
  );
}

/** The number that was typed; undefined for none, and for zero. */
function minutesIn(text: string): number | undefined {
  const typed = text.trim().replace('−', '-');
  return WHOLE.test(typed) && Number(typed) !== 0 ? Number(typed) : undefined;
}

/** What the correction leads to, as far as it is known. */
function hintOf(current: number | undefined, added: number | undefined): string {
  if (current === undefined) return 'A minus removes minutes.';
  const after = current + (added ?? 0);
  if (added === undefined) return `A minus removes minutes. The account has ${current.toLocaleString()}.`;
  return after < 0
    ? `The account has only ${current.toLocaleString()} to remove.`
    : `The account will have ${after.toLocaleString()} minutes.`;
}
