import { planFactorRemoval, stopFactorRemoval } from '@waygate/contract/factors/factors.admin.endpoints';
import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { mayEdit } from '@waygate/contract/permissions';
import { isOwner, opensAdmin } from '@waygate/contract/ranks';
import type { Player } from '@waygate/contract/players/players.schemas';
import { useState } from 'react';
import { useSession } from '#api/session.ts';
import { USER_KEYS } from '#features/accounts/admin/user-keys.ts';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { ReasonDialog } from '#features/admin/records/ReasonDialog.tsx';
import { rankOf } from '#features/admin/sections.ts';
import { Button } from '#ui/Button.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useFocusAfterLoss } from '#ui/use-focus-after-loss.ts';
import { factorNames } from './factor-names.ts';
import styles from './FactorRemoval.module.css';

export type AccountFactors = NonNullable<Player['factors']>;

type FactorRemovalProps = { user: AdminUser; factors: AccountFactors };

/**
 * For a player who lost everything that proves a second factor. Nothing where there is no factor, or a removal is planned;
 * those of staff are for owners.
 */
export function RemoveFactors({ user, factors }: FactorRemovalProps) {
  const session = useSession();
  const [isAsking, setIsAsking] = useState(false);
  const isForOwners = opensAdmin(user) && !(session && isOwner(rankOf(session)));
  if (isForOwners || (!factors.hasTotp && factors.passkeys === 0) || factors.removalDueAt !== null)
    return null;
  return (
    <>
      <Button look="secondary" onClick={() => setIsAsking(true)}>
        Remove second factors…
      </Button>
      {isAsking && <RemoveDialog user={user} factors={factors} onClose={() => setIsAsking(false)} />}
    </>
  );
}

function RemoveDialog({ user, factors, onClose }: FactorRemovalProps & { onClose: () => void }) {
  const { isBusy, error, fieldErrors, submit } = useAdminMutation(planFactorRemoval, {
    success: `Second factors of ${user.userName} will be removed in 48 hours.`,
    failure: "The removal couldn't be planned.",
    invalidates: USER_KEYS,
    isFailureNews: true,
    onSuccess: onClose,
  });
  return (
    <ReasonDialog
      title={`Remove second factors of ${user.userName}`}
      confirmLabel="Remove in 48 hours"
      isBusy={isBusy}
      error={error}
      fieldError={fieldErrors.reason}
      onConfirm={(reason) => void submit({ params: { id: String(user.accountDBID) }, body: { reason } })}
      onClose={onClose}
    >
      <p>
        Only for a player who lost them and proved to you who they are. In 48 hours the account loses its{' '}
        {factorNames(factors).join(' and ').toLowerCase()} and all recovery codes. Then the password alone
        signs in.
      </p>
      <p>
        {user.email} gets a mail now and when it's done. A sign-in with a second factor in the meantime stops
        the removal.
      </p>
    </ReasonDialog>
  );
}

/** Says that a removal is planned, for as long as it is. */
export function PlannedRemoval({ user, factors }: FactorRemovalProps) {
  const session = useSession();
  const { isBusy, error, submit } = useAdminMutation(stopFactorRemoval, {
    success: `Second factors of ${user.userName} stay.`,
    failure: "The removal couldn't be stopped.",
    invalidates: USER_KEYS,
    isFailureNews: true,
  });
  // Its button goes with the notice.
  useFocusAfterLoss(factors.removalDueAt, () => document.getElementById('content'));
  if (factors.removalDueAt === null) return null;
  return (
    <div className={styles.planned}>
      <Notice tone="info">
        All second factors are removed on <LocalTime value={factors.removalDueAt} />.
      </Notice>
      {session && mayEdit(rankOf(session), user) && (
        <Button
          look="secondary"
          isBusy={isBusy}
          onClick={() => void submit({ params: { id: String(user.accountDBID) } })}
        >
          Stop removal
        </Button>
      )}
      {error && <Notice tone="error">{error}</Notice>}
    </div>
  );
}
