import { adjustMinutes } from '@waygate/contract/drops/drops.admin.endpoints';
import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import { useState } from 'react';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { OfferedDraft } from '#features/admin/records/OfferedDraft.tsx';
import { reasonFault, reasonOf } from '#features/admin/records/reason.ts';
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

/** Corrects an account's minutes of this season, with a reason for the audit log. */
export function MinutesDialog({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  // One for each opened dialog, so that a second press doesn't correct twice.
  const [requestId] = useState(createUuid);
  const [{ kind, minutes, reason }, setForm, draft] = useKeptForm<Form>(
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
  const correct = () => {
    const typed = minutes.trim().replace('−', '-');
    const isNumber = WHOLE.test(typed) && Number(typed) !== 0;
    setFault(isNumber ? '' : NO_MINUTES);
    setNoReason(reasonFault(reason));
    if (!isNumber || reasonFault(reason)) return reset();
    const body = { kind, minutes: Number(typed), reason: reasonOf(reason), requestId };
    void submit({ body: { ...body, accountDBID: Number(accountId) } });
  };
  return (
    <FormDialog
      title="Correct minutes"
      submitLabel="Correct minutes"
      isBusy={isBusy}
      error={fault || noReason || error}
      onSubmit={correct}
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
        hint="A positive number adds minutes, a negative one removes them."
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
