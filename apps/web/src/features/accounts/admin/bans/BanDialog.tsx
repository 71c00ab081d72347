import { banUser } from '@waygate/contract/accounts/accounts.admin.endpoints';
import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { OfferedDraft } from '#features/admin/records/OfferedDraft.tsx';
import { useKeptForm } from '#features/admin/records/use-form.ts';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { Button } from '#ui/Button.tsx';
import { Failure } from '#ui/Failure.tsx';
import { type BanForm, banOf, findBanFault } from './ban-form.rules.ts';
import { BanConsequences } from './BanConsequences.tsx';
import styles from './BanConsequences.module.css';
import { BanFields } from './BanFields.tsx';
import { USER_KEYS } from '#features/accounts/admin/user-keys.ts';
import { useSharedAddress } from '#features/accounts/admin/use-user.ts';

type BanDialogProps = { user: AdminUser; onClose: () => void };

const DRAFTED = ['reason'] as const;

/** Bans a player until a time or for good, with a reason. The second step says what will happen. */
export function BanDialog({ user, onClose }: BanDialogProps) {
  const [form, setForm, draft] = useKeptForm<BanForm>(
    `ban of ${user.accountDBID}`,
    () => ({ end: '', preset: '', reason: '', withAddress: false, ip: user.lastIP ?? '' }),
    DRAFTED,
  );
  const [isTried, setIsTried] = useState(false);
  const sharing = useSharing(user, form);
  const { isBusy, error, fieldErrors, submit, reset } = useAdminMutation(banUser, {
    success: ({ message }) => message,
    failure: 'Failed to ban user.',
    invalidates: USER_KEYS,
    onSuccess: onClose,
  });
  const fault = findBanFault(form);
  const proceed = async () => {
    setIsTried(true);
    if (fault) return reset();
    if (sharing.isUnknown) return;
    if (!isConfirming) return setIsConfirming(true);
    const isBanned = await submit({ body: banOf(user, form) });
    // Back to the fields, where what is wrong is shown.
    if (!isBanned) setIsConfirming(false);
  };
  const { isConfirming, setIsConfirming, goBack, fields } = useConfirming();
  return (
    <FormDialog
      title={`Ban ${user.userName}`}
      submitLabel={isConfirming ? `Ban ${user.userName}` : 'Ban'}
      submitLook="danger"
      isBusy={isBusy}
      isDirty={isConfirming}
      error={(isTried && fault?.message) || error}
      onSubmit={() => void proceed()}
      onClose={onClose}
    >
      {isConfirming ? (
        <>
          <BanConsequences user={user} form={form} shared={sharing.shared} />
          <Button look="quiet" className={styles.back} onClick={goBack}>
            Change something
          </Button>
        </>
      ) : (
        <div ref={fields} className={styles.fields}>
          <OfferedDraft draft={draft} />
          <BanFields
            form={form}
            shared={sharing.shared}
            errors={(isTried && fault?.fields) || fieldErrors}
            onChange={(changes) => setForm({ ...form, ...changes })}
          />
          {sharing.isUnknown && <SharingUnknown error={sharing.error} onRetry={sharing.retry} />}
        </div>
      )}
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

/** The second step. On the way back, the first field gets the focus that the confirmation had. */
function useConfirming() {
  const [isConfirming, setIsConfirming] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const isReturning = useRef(false);
  useEffect(() => {
    if (isConfirming || !isReturning.current) return;
    isReturning.current = false;
    fields.current?.querySelector<HTMLElement>('button, input, textarea')?.focus();
  }, [isConfirming]);
  return {
    isConfirming,
    setIsConfirming,
    fields,
    goBack: () => {
      isReturning.current = true;
      setIsConfirming(false);
    },
  };
}
