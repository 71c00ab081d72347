import { Gem, History, KeyRound, Mail, Settings, ShoppingBag } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { openDonations, openShop } from '#features/shop/storefront-overlay.ts';
import { TwitchLink } from '#features/twitch-links/TwitchLink.tsx';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/Dialog.tsx';
import styles from './ProfileActions.module.css';

export type AccountActions = {
  isTwitchLinked: boolean;
  onUnlinked: () => void;
  onResetPassword: () => void;
  onChangeEmail: () => void;
  onShowCoins: () => void;
};

type ProfileActionsProps = AccountActions & { facts: ReactNode };

/** The account's buttons in three groups. A phone has those of account and Twitch in a sheet, with the facts. */
export function ProfileActions({ facts, ...actions }: ProfileActionsProps) {
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const close = () => setIsSheetOpen(false);
  return (
    <>
      <div className={styles.shop}>
        <h3 className={styles.title}>Shop</h3>
        <Button onClick={openDonations} aria-haspopup="dialog">
          <Gem aria-hidden size={18} /> Donate
        </Button>
        <Button look="secondary" onClick={openShop} aria-haspopup="dialog">
          <ShoppingBag aria-hidden size={18} /> Shop
        </Button>
        <Button
          look="secondary"
          className={styles.more}
          onClick={() => setIsSheetOpen(true)}
          aria-haspopup="dialog"
        >
          <Settings aria-hidden size={18} /> Account
        </Button>
      </div>
      <div className={classNames(styles.groups, styles.wide)}>
        <ActionGroups {...actions} />
        {facts}
      </div>
      {isSheetOpen && (
        <Dialog title="Account" onClose={close}>
          <div className={classNames(styles.groups, styles.sheet)}>
            <ActionGroups
              {...actions}
              // Each opens a dialog instead of the sheet.
              onResetPassword={andThen(close, actions.onResetPassword)}
              onChangeEmail={andThen(close, actions.onChangeEmail)}
              onShowCoins={andThen(close, actions.onShowCoins)}
            />
            {facts}
          </div>
        </Dialog>
      )}
    </>
  );
}

function ActionGroups({ isTwitchLinked, onUnlinked, ...account }: AccountActions) {
  return (
    <>
      <div>
        <h3 className={styles.title}>Account</h3>
        <Button look="row" onClick={account.onResetPassword} aria-haspopup="dialog">
          <KeyRound aria-hidden size={18} /> Reset Password
        </Button>
        <Button look="row" onClick={account.onChangeEmail} aria-haspopup="dialog">
          <Mail aria-hidden size={18} /> Change Email
        </Button>
        <Button look="row" onClick={account.onShowCoins} aria-haspopup="dialog">
          <History aria-hidden size={18} /> Coin history
        </Button>
      </div>
      <div>
        <h3 className={styles.title}>Twitch</h3>
        <TwitchLink isLinked={isTwitchLinked} onUnlinked={onUnlinked} />
      </div>
    </>
  );
}

function andThen(first: () => void, next: () => void): () => void {
  return () => {
    first();
    next();
  };
}
