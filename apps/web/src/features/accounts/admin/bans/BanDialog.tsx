import { banUser } from '@waygate/contract/accounts/accounts.admin.endpoints';
import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { useId, useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { OfferedDraft } from '#features/admin/records/OfferedDraft.tsx';
import { useKeptForm } from '#features/admin/records/use-form.ts';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { Failure } from '#ui/Failure.tsx';
import { type BanForm, banOf, findBanFault } from './ban-form.rules.ts';
import { BanConsequences } from './BanConsequences.tsx';
import { BanFields } from './BanFields.tsx';
import { USER_KEYS } from '#features/accounts/admin/user-keys.ts';
import { useSharedAddress } from '#features/accounts/admin/use-user.ts';

type BanDialogProps = { user: AdminUser; onClose: () => void };

const DRAFTED = ['reason'] as const;

/** Bans a player until a time or for good, with a reason, and says what that will do while it is filled in. */
export function BanDialog({ user, onClose }: BanDialogProps) {
  const [form, setForm, draft, isDirty] = useKeptForm<BanForm>(
    `ban of ${user.accountDBID}`,
    () => ({ end: '', preset: '', reason: '', withAddress: false, ip: user.lastIP ?? '' }),
    DRAFTED,
  );
  const [isTried, setIsTried] = useState(false);
  const consequencesId = useId();
  const sharing = useSharing(user, form);
  const { isBusy, error, fieldErrors, submit, reset } = useAdminMutation(banUser, {
    success: ({ message }) => message,
    failure: 'Failed to ban user.',
    invalidates: USER_KEYS,
    onSuccess: onClose,
  });
  const fault = findBanFault(form);
  const ban = () => {
    setIsTried(true);
    if (fault) return reset();
    if (!sharing.isUnknown) void submit({ body: banOf(user, form) });
  };
  return (
    <FormDialog
      title={`Ban ${user.userName}`}
      submitLabel={`Ban ${user.userName}`}
      submitLook="danger"
      isBusy={isBusy}
      error={(isTried && fault?.message) || error}
      onSubmit={ban}
      isDirty={isDirty}
      consequencesId={consequencesId}
      onClose={onClose}
    >
      <OfferedDraft draft={draft} />
      <BanFields
        form={form}
        shared={sharing.shared}
        errors={(isTried && fault?.fields) || fieldErrors}
        onChange={(changes) => setForm({ ...form, ...changes })}
      />
      {sharing.isUnknown && <SharingUnknown error={sharing.error} onRetry={sharing.retry} />}
      <BanConsequences id={consequencesId} user={user} form={form} shared={sharing.shared} />
    </FormDialog>
  );
}

/** Who else is at the form's address. Nobody confirms a ban of the last address before that is known. */
function useSharing({ accountDBID, lastIP }: AdminUser, { ip, withAddress }: BanForm) {
  const { data, error, refetch } = useSharedAddress(accountDBID);
  const isLastAddress = ip.trim() === lastIP;
  return {
    shared: isLastAddress ? data : undefined,
    isUnknown: withAddress && isLastAddress && !data,
    error,
    retry: () => void refetch(),
  };
}

function SharingUnknown({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (!error) return <output>Looking for who else shares the address…</output>;
  const message = messageOf(error, "Who else shares the address couldn't be loaded.");
  return <Failure message={message} onRetry={onRetry} />;
}
