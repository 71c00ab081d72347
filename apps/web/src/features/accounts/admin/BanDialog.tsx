import { banUser } from '@waygate/contract/accounts/accounts.admin.endpoints';
import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { useState } from 'react';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { serverTime } from '#features/admin/records/server-time.ts';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { DateTimeField } from '#ui/admin/fields/DateTimeField.tsx';
import { TextArea } from '#ui/admin/fields/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import { USER_KEYS } from './user-keys.ts';

const REQUIRED = 'Ban End Time and Reason are required.';

/** Bans a player until a time, with a reason. */
export function BanDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const [end, setEnd] = useState('');
  const [reason, setReason] = useState('');
  const [ip, setIp] = useState(user.lastIP ?? '');
  const [isIncomplete, setIsIncomplete] = useState(false);
  const { isBusy, error, fieldErrors, submit, reset } = useAdminMutation(banUser, {
    success: ({ message }) => message,
    failure: 'Failed to ban user.',
    invalidates: USER_KEYS,
    onSuccess: onClose,
  });
  const ban = () => {
    const isMissing = end === '' || reason.trim() === '';
    setIsIncomplete(isMissing);
    if (isMissing) return reset();
    void submit({ body: banOf({ user, end, reason, ip }) });
  };
  return (
    <FormDialog
      title={`Ban ${user.userName}`}
      submitLabel="Ban"
      isBusy={isBusy}
      error={isIncomplete ? REQUIRED : error}
      onSubmit={ban}
      onClose={onClose}
    >
      <p>
        The player is signed out everywhere immediately and sees the end and the reason at the next sign-in.
      </p>
      <DateTimeField
        label="Ban End Time"
        name="endTime"
        required
        value={end}
        error={isIncomplete && end === '' ? 'Please say when the ban ends.' : fieldErrors.endTime}
        onChange={setEnd}
      />
      <TextArea
        label="Reason"
        name="description"
        required
        maxLength={500}
        value={reason}
        error={isIncomplete && reason.trim() === '' ? 'Please give a reason.' : fieldErrors.description}
        onChange={(event) => setReason(event.target.value)}
      />
      <TextField
        label="IP address"
        name="ip"
        hint="Nobody can sign in or register from it while the ban lasts. Leave it blank to ban only the account."
        value={ip}
        error={fieldErrors.ip}
        onChange={(event) => setIp(event.target.value)}
      />
    </FormDialog>
  );
}

type BanForm = { user: AdminUser; end: string; reason: string; ip: string };

function banOf({ user, end, reason, ip }: BanForm) {
  return {
    accountDBID: user.accountDBID,
    startTime: serverTime(new Date().toISOString()) ?? undefined,
    endTime: serverTime(end) ?? '',
    ip: ip.trim() === '' ? null : ip.trim(),
    // One line, because it's shown within a sentence.
    description: reason.trim().replace(/\s+/g, ' '),
    active: 1 as const,
  };
}
