import { requestEmailConfirmation } from '@waygate/contract/accounts/accounts.endpoints';
import { MailCheck } from 'lucide-react';
import { call } from '#api/call.ts';
import { useSubmit } from '#api/use-submit.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useTemporaryText } from '#ui/timers/use-timers.ts';
import styles from './ResendConfirmation.module.css';

const CONFIRMATION_NOTICE_MS = 4000;

/** Says that the email isn't confirmed, and sends the mail again. */
export function ResendConfirmation() {
  const submission = useSubmit('Failed to send confirmation email.');
  const [sent, showSent] = useTemporaryText(CONFIRMATION_NOTICE_MS);
  function resend() {
    void submission.submit(async () => {
      await call(requestEmailConfirmation, {});
      showSent('Confirmation email sent!');
    });
  }
  return (
    <div className={styles.unconfirmed}>
      <p>Please confirm your email with the link that we sent you.</p>
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
    </div>
  );
}
