import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { type ReactNode, useState } from 'react';
import { BanDialog } from './bans/BanDialog.tsx';
import { UnbanDialog } from './bans/UnbanDialog.tsx';
import { UserDialog } from './UserDialog.tsx';

const DIALOGS = { edit: UserDialog, ban: BanDialog, unban: UnbanDialog };

export type OpenUserDialog = (action: keyof typeof DIALOGS, user: AdminUser) => void;

/**
 * The dialogs of an account. They live next to the list and hold the account they were opened for: its row may
 * disappear or show another account while somebody types.
 */
export function useUserDialogs(): { open: OpenUserDialog; dialog: ReactNode } {
  const [opened, setOpened] = useState<{ action: keyof typeof DIALOGS; user: AdminUser }>();
  const Dialog = opened && DIALOGS[opened.action];
  return {
    open: (action, user) => setOpened({ action, user }),
    dialog: Dialog && <Dialog user={opened.user} onClose={() => setOpened(undefined)} />,
  };
}
