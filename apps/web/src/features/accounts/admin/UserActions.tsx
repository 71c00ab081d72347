import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { mayEdit } from '@waygate/contract/permissions';
import { useState } from 'react';
import { useSession } from '#api/session.ts';
import { canUse, rankOf } from '#features/admin/sections.ts';
import { Button } from '#ui/Button.tsx';
import { BanDialog } from './BanDialog.tsx';
import { UnbanDialog } from './UnbanDialog.tsx';
import { UserDialog } from './UserDialog.tsx';
import styles from './UserActions.module.css';

/** What can be done with an account: edit it, and for staff of the actions section ban and unban it. */
export function UserActions({ user }: { user: AdminUser }) {
  const session = useSession();
  const [open, setOpen] = useState<'edit' | 'ban' | 'unban'>();
  const close = () => setOpen(undefined);
  const isOwn = session?.accountDBID === user.accountDBID;
  const canEdit = session !== null && mayEdit(rankOf(session), user);
  const canBan = canEdit && !isOwn && canUse(session, 'actions');
  if (!canEdit) return <span className={styles.note}>Has rights that you lack</span>;
  return (
    <span className={styles.actions}>
      <Button look="secondary" aria-label={`Edit ${user.userName}`} onClick={() => setOpen('edit')}>
        Edit
      </Button>
      {canBan && !user.banned && (
        <Button look="danger" aria-label={`Ban ${user.userName}`} onClick={() => setOpen('ban')}>
          Ban
        </Button>
      )}
      {canBan && user.banned && (
        <Button look="secondary" aria-label={`Unban ${user.userName}`} onClick={() => setOpen('unban')}>
          Unban
        </Button>
      )}
      {open === 'edit' && <UserDialog user={user} onClose={close} />}
      {open === 'ban' && <BanDialog user={user} onClose={close} />}
      {open === 'unban' && <UnbanDialog user={user} onClose={close} />}
    </span>
  );
}
