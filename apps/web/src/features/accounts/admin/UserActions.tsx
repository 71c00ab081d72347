import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { mayEdit } from '@waygate/contract/permissions';
import { useSession } from '#api/session.ts';
import { rankOf } from '#features/admin/sections.ts';
import { RowActions } from '#ui/admin/table/RowActions.tsx';
import { Button } from '#ui/Button.tsx';
import { BanButton } from './bans/BanButton.tsx';
import type { OpenUserDialog } from './use-user-dialogs.tsx';
import styles from './UserActions.module.css';

type UserActionsProps = { user: AdminUser; onOpen: OpenUserDialog };

/** An account's actions: edit, and for staff of the actions section ban and unban. */
export function UserActions({ user, onOpen }: UserActionsProps) {
  const session = useSession();
  if (!session || !mayEdit(rankOf(session), user))
    return <span className={styles.note}>Has rights you don't have</span>;
  return (
    <RowActions>
      <Button look="secondary" aria-label={`Edit ${user.userName}`} onClick={() => onOpen('edit', user)}>
        Edit
      </Button>
      <BanButton user={user} onOpen={onOpen} />
    </RowActions>
  );
}
