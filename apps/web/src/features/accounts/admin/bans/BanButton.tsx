import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { type StoredSession, useSession } from '#api/session.ts';
import { canUse } from '#features/admin/sections.ts';
import { Button } from '#ui/Button.tsx';
import type { OpenUserDialog } from '#features/accounts/admin/use-user-dialogs.tsx';

type BanButtonProps = {
  /** An account that the viewer may edit. */
  user: AdminUser;
  onOpen: OpenUserDialog;
  /** Follows the label: '…' next to others that open a dialog. */
  suffix?: string;
};

/** Whether this session bans an account that it may edit: nobody bans themselves. */
export function mayBan(session: StoredSession | null, { accountDBID }: { accountDBID: number }): boolean {
  return session !== null && session.accountDBID !== accountDBID && canUse(session, 'actions');
}

/** Bans or unbans an account, for staff of the actions section; nobody bans themselves. */
export function BanButton({ user, onOpen, suffix = '' }: BanButtonProps) {
  const session = useSession();
  if (!mayBan(session, user)) return null;
  if (user.banned)
    return (
      <Button look="secondary" aria-label={`Unban ${user.userName}`} onClick={() => onOpen('unban', user)}>
        Unban{suffix}
      </Button>
    );
  return (
    <Button look="danger" aria-label={`Ban ${user.userName}`} onClick={() => onOpen('ban', user)}>
      Ban{suffix}
    </Button>
  );
}
