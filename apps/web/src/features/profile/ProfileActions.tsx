import { requestEmailConfirmation } from '@waygate/contract/accounts/accounts.endpoints';
import { Gem, KeyRound, Mail, MailCheck, ShoppingBag } from 'lucide-react';
import { call } from '#api/call.ts';
import { useSubmit } from '#api/use-submit.ts';
import { openDonations, openShop } from '#features/shop/storefront-overlay.ts';
import { TwitchLink } from '#features/twitch-links/TwitchLink.tsx';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useTemporaryText } from '#ui/timers/use-timers.ts';
import styles from './ProfileActions.module.css';

const CONFIRMATION_NOTICE_MS = 4000;

type ProfileActionsProps = {
  isEmailConfirmed: boolean;
  isTwitchLinked: boolean;
  onUnlinked: () => void;
  onResetPassword: () => void;
  onChangeEmail: () => void;
};

/** The account's buttons. */
export function ProfileActions({
  isEmailConfirmed,
  isTwitchLinked,
  onUnlinked,
  onResetPassword,
  onChangeEmail,
}: ProfileActionsProps) {
  return (
    <div className={styles.actions}>
      <Button onClick={openDonations} aria-haspopup="dialog">
        <Gem aria-hidden size={18} /> Donate
      </Button>
      <Button look="secondary" onClick={openShop} aria-haspopup="dialog">
        <ShoppingBag aria-hidden size={18} /> Shop
      </Button>
      <Button look="secondary" onClick={onResetPassword} aria-haspopup="dialog">
        <KeyRound aria-hidden size={18} /> Reset Password
      </Button>
      <Button look="secondary" onClick={onChangeEmail} aria-haspopup="dialog">
        <Mail aria-hidden size={18} /> Change Email
      </Button>
      {!isEmailConfirmed && <ResendConfirmation />}
      <TwitchLink isLinked={isTwitchLinked} onUnlinked={onUnlinked} />
    </div>
  );
}

function ResendConfirmation() {
  const submission = useSubmit('Failed to send confirmation email.');
  const [sent, showSent] = useTemporaryText(CONFIRMATION_NOTICE_MS);
  function resend() {
    void submission.submit(async () => {
      await call(requestEmailConfirmation, {});
      showSent('Confirmation email sent!');
    });
  }
  return (
    <>
      <Button look="secondary" isBusy={submission.isBusy} onClick={resend}>
        <MailCheck aria-hidden size={18} /> {submission.isBusy ? 'Sending…' : 'Resend Confirmation'}
      </Button>
      {submission.error && (
        <Notice tone="error" onDismiss={() => submission.refuse('')}>
          {submission.error}
        </Notice>
      )}
      {sent && (
        <Notice tone="success" onDismiss={() => showSent('')}>
          {sent}
        </Notice>
      )}
    </>
  );
}
