import { banUser } from '@waygate/contract/accounts/accounts.admin.endpoints';
import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { useState } from 'react';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { Button } from '#ui/Button.tsx';
import { type BanForm, banOf, findBanFault } from './ban-form.rules.ts';
import { BanConsequences } from './BanConsequences.tsx';
import styles from './BanConsequences.module.css';
import { BanFields } from './BanFields.tsx';
import { USER_KEYS } from './user-keys.ts';
import { useSharedAddress } from './use-user.ts';

type BanDialogProps = { user: AdminUser; onClose: () => void };

/** Bans a player until a time or for good, with a reason. The second step says what will happen. */
export function BanDialog({ user, onClose }: BanDialogProps) {
  const [form, setForm] = useState<BanForm>({
    end: '',
    preset: '',
    reason: '',
    withAddress: false,
    ip: user.lastIP ?? '',
  });
  const [isTried, setIsTried] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const { data: shared } = useSharedAddress(user.accountDBID);
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
    if (!isConfirming) return setIsConfirming(true);
    const isBanned = await submit({ body: banOf(user, form) });
    // Back to the fields, where what is wrong is shown.
    if (!isBanned) setIsConfirming(false);
  };
  const atLastAddress = form.ip.trim() === user.lastIP ? shared : undefined;
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
          <BanConsequences user={user} form={form} shared={atLastAddress} />
          <Button look="quiet" className={styles.back} onClick={() => setIsConfirming(false)}>
            Change something
          </Button>
        </>
      ) : (
        <BanFields
          form={form}
          shared={atLastAddress}
          errors={(isTried && fault?.fields) || fieldErrors}
          onChange={(changes) => setForm({ ...form, ...changes })}
        />
      )}
    </FormDialog>
  );
}
