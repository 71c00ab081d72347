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
import { useMayGive } from '#features/admin/use-may-give.ts';
import { useToast } from '#ui/admin/use-toast.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { DeleteAccount } from '#features/privacy/admin/DeleteAccount.tsx';
import { useUserErasure } from '#features/privacy/admin/use-user-erasure.ts';
import { GrantButton } from './GrantButton.tsx';
import { RemoveFactors } from './factors/FactorRemoval.tsx';
import styles from './PlayerActions.module.css';
import { usePlayer } from './use-player.ts';

type Gift = 'item' | 'coins';

/**
 * What staff do most with a player, as far as they may; the red one last.
 *
 * @param isCurrent false while the account may have changed since it was read
 */
export function PlayerActions({ user, isCurrent = true }: { user: AdminUser; isCurrent?: boolean }) {
  const session = useSession();
  const { data: player } = usePlayer(String(user.accountDBID));
  const { data: deletion } = useUserErasure(user.accountDBID);
  const { open, dialog } = useUserDialogs();
  const [isMoreShown, setMoreShown] = useState(false);
  const [giving, setGiving] = useState<Gift>();
  const toast = useToast();
  const close = () => setGiving(undefined);
  // The server refuses gifts to the own account, and so do its forms.
  const mayGive = useMayGive()(user.accountDBID);
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
  useOpensAction('ban', () => decide('ban'), { isReady: isCurrent });
  useOpensAction('unban', () => decide('unban'), { isReady: isCurrent });
  if (!session || !mayEdit(rankOf(session), user))
    return <span className={styles.note}>Has rights you don't have</span>;
  if (deletion?.erasedAt) return null;
  return (
    <>
      {mayGive && <GivingButtons user={user} mayGrantItems={canUse(session, 'actions')} onGive={setGiving} />}
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
      {mayGive && giving === 'item' && canUse(session, 'actions') && (
        <GrantItemDialog player={user} onClose={close} />
      )}
      {mayGive && giving === 'coins' && <CoinsDialog user={user} onClose={close} />}
    </>
  );
}

type GivingButtonsProps = { user: AdminUser; mayGrantItems: boolean; onGive: (gift: Gift) => void };

function GivingButtons({ user, mayGrantItems, onGive }: GivingButtonsProps) {
  return (
    <>
      <GrantButton accountId={user.accountDBID} />
      {mayGrantItems && (
        <Button look="secondary" onClick={() => onGive('item')}>
          Grant item…
        </Button>
      )}
      <Button look="secondary" onClick={() => onGive('coins')}>
        Coins ±…
      </Button>
    </>
  );
}
