import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { mayEdit } from '@waygate/contract/permissions';
import { useState } from 'react';
import { useSession } from '#api/session.ts';
import { BanButton, mayBan } from '#features/accounts/admin/bans/BanButton.tsx';
import { CoinsDialog } from '#features/accounts/admin/CoinsDialog.tsx';
import { EndSessions } from '#features/accounts/admin/EndSessions.tsx';
import { SendResetLink } from '#features/accounts/admin/SendResetLink.tsx';
import { useUserDialogs } from '#features/accounts/admin/use-user-dialogs.tsx';
import { GrantItemDialog } from '#features/actions/admin/GrantItemDialog.tsx';
import { useOpensAction } from '#features/admin/search/opens-new.ts';
import { canUse, rankOf } from '#features/admin/sections.ts';
import { useToast } from '#ui/admin/use-toast.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { DeleteAccount } from '#features/privacy/admin/DeleteAccount.tsx';
import { useUserErasure } from '#features/privacy/admin/use-user-erasure.ts';
import { GrantButton } from './GrantButton.tsx';
import { RemoveFactors } from './factors/FactorRemoval.tsx';
import styles from './PlayerActions.module.css';
import { usePlayer } from './use-player.ts';

/** What staff do most with a player, as far as they may; the red one last. */
export function PlayerActions({ user }: { user: AdminUser }) {
  const session = useSession();
  const { data: player } = usePlayer(String(user.accountDBID));
  const { data: deletion } = useUserErasure(user.accountDBID);
  const { open, dialog } = useUserDialogs();
  const [isMoreShown, setMoreShown] = useState(false);
  const [giving, setGiving] = useState<'item' | 'coins'>();
  const toast = useToast();
  const close = () => setGiving(undefined);
  useOpensAction('item', () => setGiving('item'));
  useOpensAction('coins', () => setGiving('coins'));
  const decide = (what: 'ban' | 'unban') => {
    if (!mayBan(session, user)) return;
    // The search knows it of players, and not of their characters.
    if (user.banned === (what === 'ban')) {
      toast(`${user.userName} is ${user.banned ? 'already' : 'not'} banned.`, 'info');
      return;
    }
    close();
    open(what, user);
  };
  useOpensAction('ban', () => decide('ban'));
  useOpensAction('unban', () => decide('unban'));
  if (!session || !mayEdit(rankOf(session), user))
    return <span className={styles.note}>Has rights you don't have</span>;
  if (deletion?.erasedAt) return null;
  return (
    <>
      <GrantButton accountId={user.accountDBID} />
      {canUse(session, 'actions') && (
        <Button look="secondary" onClick={() => setGiving('item')}>
          Grant item…
        </Button>
      )}
      <Button look="secondary" onClick={() => setGiving('coins')}>
        Coins ±…
      </Button>
      <Button
        look="secondary"
        className={styles.opener}
        aria-expanded={isMoreShown}
        onClick={() => setMoreShown(!isMoreShown)}
      >
        {isMoreShown ? 'Less' : 'More'}
      </Button>
      <div className={classNames(styles.rest, isMoreShown && styles.shown)}>
        <Button look="secondary" aria-label={`Edit ${user.userName}`} onClick={() => open('edit', user)}>
          Edit
        </Button>
        <SendResetLink user={user} />
        <EndSessions user={user} />
        {player?.factors && <RemoveFactors user={user} factors={player.factors} />}
        <DeleteAccount user={user} />
      </div>
      <BanButton user={user} suffix="…" onOpen={open} />
      {dialog}
      {giving === 'item' && canUse(session, 'actions') && <GrantItemDialog player={user} onClose={close} />}
      {giving === 'coins' && <CoinsDialog user={user} onClose={close} />}
    </>
  );
}
