import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { undoUserErasure } from '@waygate/contract/privacy/privacy.admin.endpoints';
import { isOwner } from '@waygate/contract/ranks';
import { useState } from 'react';
import { useSession } from '#api/session.ts';
import { USER_KEYS } from '#features/accounts/admin/user-keys.ts';
import { AccountLink } from '#features/admin/lists/AccountLink.tsx';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { rankOf } from '#features/admin/sections.ts';
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx';
import { Button } from '#ui/Button.tsx';
import { Failure } from '#ui/Failure.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useFocusAfterLoss } from '#ui/use-focus-after-loss.ts';
import styles from './ErasureNotice.module.css';
import { useUserErasure } from './use-user-erasure.ts';

/** On the page of a player whose account is about to be deleted, or was. */
export function ErasureNotice({ user }: { user: AdminUser }) {
  const { data, isError, refetch } = useUserErasure(user.accountDBID);
  const session = useSession();
  // Its button goes with the notice.
  useFocusAfterLoss(data?.erasure?.dueAt, () => document.getElementById('content'));
  if (isError)
    return (
      <Failure
        message="Whether this account is to be deleted couldn't be loaded. Try again."
        onRetry={() => void refetch()}
      />
    );
  if (data?.erasedAt)
    return (
      <div className={styles.place}>
        <Notice tone="info">
          This account was deleted on <LocalTime value={data.erasedAt} />. The remaining records are
          anonymous.
        </Notice>
      </div>
    );
  if (!data?.erasure) return null;
  const { dueAt, requestedAt, requestedBy } = data.erasure;
  return (
    <div className={styles.place}>
      <Notice tone="error">
        <div className={styles.pending}>
          <p>
            This account will be deleted on <LocalTime value={dueAt} />. Requested on{' '}
            <LocalTime value={requestedAt} /> by{' '}
            {requestedBy ? <AccountLink account={requestedBy} /> : 'the player'}.
          </p>
          {session && isOwner(rankOf(session)) && <KeepUser user={user} />}
        </div>
      </Notice>
    </div>
  );
}

function KeepUser({ user }: { user: AdminUser }) {
  const [isAsking, setIsAsking] = useState(false);
  const { isBusy, error, submit } = useAdminMutation(undoUserErasure, {
    success: `${user.userName} stays.`,
    failure: "The account couldn't be kept. Try again.",
    invalidates: USER_KEYS,
    isFailureNews: true,
    onSuccess: () => setIsAsking(false),
  });
  return (
    <>
      <Button look="secondary" onClick={() => setIsAsking(true)}>
        Keep account
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Keep the account of ${user.userName}`}
          confirmLabel="Keep account"
          look="primary"
          isBusy={isBusy}
          error={error}
          onConfirm={() => void submit({ params: { id: String(user.accountDBID) } })}
          onClose={() => setIsAsking(false)}
        >
          <p>The account will not be deleted. The player is mailed.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
