import { useQuery } from '@tanstack/react-query';
import type { SecurityPolicy } from '@waygate/contract/factors/factors.schemas';
import { listStaff } from '@waygate/contract/roles/roles.endpoints';
import type { StaffMember } from '@waygate/contract/roles/roles.schemas';
import { Link } from 'react-router';
import { messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { useSession } from '#api/session.ts';
import { ListSkeleton } from '#features/admin/lists/ListSkeleton.tsx';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { paths } from '#features/paths/paths.ts';
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx';
import { countText } from '#ui/admin/count-text.ts';
import { buttonClass } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Failure } from '#ui/Failure.tsx';
import styles from './RequireFactorDialog.module.css';
import { usePolicyUpdate } from './use-policy-update.ts';

const TITLE = 'Require a second factor of staff';

/** So many are named; the list of staff has the others. */
const NAMED = 10;

type RequireFactorDialogProps = { policy: SecurityPolicy; onClose: () => void };

/** Asks a second factor of staff, and says who would be locked out until they add one. */
export function RequireFactorDialog({ policy, onClose }: RequireFactorDialogProps) {
  const session = useSession();
  const { data, error, refetch } = useQuery({
    queryKey: ['staff', 'without factor'],
    queryFn: ({ signal }) =>
      call(listStaff, { query: { factor: 'missing', pageSize: '100', search: '' } }, { signal }),
    // The question is about who would be locked out now.
    staleTime: 0,
  });
  if (!data)
    return (
      <Dialog title={TITLE} onClose={onClose}>
        {error ? (
          <Failure
            message={messageOf(error, "It couldn't be loaded who has a second factor.")}
            onRetry={() => void refetch()}
          />
        ) : (
          <ListSkeleton caption="who has a second factor" />
        )}
      </Dialog>
    );
  if (data.staff.some(({ accountDBID }) => accountDBID === session?.accountDBID))
    return <OwnFactorFirst onClose={onClose} />;
  return <Question policy={policy} lockedOut={data.staff} total={data.total} onClose={onClose} />;
}

function OwnFactorFirst({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={TITLE} onClose={onClose}>
      <div className={styles.first}>
        <p>Your own account has no second factor: you would lock yourself out. Add one first.</p>
        <Link to={`${paths.profile}?tab=security`} className={buttonClass('primary')}>
          Add a second factor
        </Link>
      </div>
    </Dialog>
  );
}

type QuestionProps = RequireFactorDialogProps & { lockedOut: StaffMember[]; total: number };

function Question({ policy, lockedOut, total, onClose }: QuestionProps) {
  const { isBusy, error, submit } = usePolicyUpdate('Second factor required of staff.', onClose);
  return (
    <ConfirmDialog
      title={TITLE}
      confirmLabel="Require a second factor"
      look={total === 0 ? 'primary' : 'danger'}
      isBusy={isBusy}
      error={error}
      onConfirm={() => void submit({ body: { isStaffFactorRequired: true, revision: policy.revision } })}
      onClose={onClose}
    >
      {total === 0 ? (
        <p>Everybody on the staff has a second factor. Nobody is locked out.</p>
      ) : (
        <LockedOut lockedOut={lockedOut} total={total} />
      )}
    </ConfirmDialog>
  );
}

function LockedOut({ lockedOut, total }: Pick<QuestionProps, 'lockedOut' | 'total'>) {
  const named = lockedOut.slice(0, NAMED);
  return (
    <>
      <p>
        {countText(total, 'account')} on the staff {total === 1 ? 'has' : 'have'} no second factor and{' '}
        {total === 1 ? 'is' : 'are'} locked out of the admin area until they add one on their profile:
      </p>
      <ul className={styles.names}>
        {named.map(({ accountDBID, userName }) => (
          <li key={accountDBID}>{userName}</li>
        ))}
        {total > named.length && (
          <li>
            <Link to={`${adminPaths.staff}?factor=missing`}>and {total - named.length} more</Link>
          </li>
        )}
      </ul>
    </>
  );
}
