import { exportOwnData } from '@waygate/contract/privacy/privacy.endpoints';
import { ERASURE_DAYS } from '@waygate/contract/privacy/privacy.schemas';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { callFile } from '#api/call-file.ts';
import { saveBlob } from '#api/save-blob.ts';
import { useSubmit } from '#api/use-submit.ts';
import { useSudo } from '#features/sudo/sudo.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx';
import { KeepAccount } from './KeepAccount.tsx';
import styles from './Privacy.module.css';

type PrivacyTabProps = { dueAt: string | undefined; onChange: () => void };

/** What is stored of the player, and how they delete it. */
export function PrivacyTab({ dueAt, onChange }: PrivacyTabProps) {
  return (
    <div className={styles.sections}>
      <OwnData />
      <AccountDeletion dueAt={dueAt} onChange={onChange} />
    </div>
  );
}

function OwnData() {
  const { isBusy, error, submit } = useSubmit("Your data couldn't be downloaded. Try again.");
  const withSudo = useSudo();
  const [isDone, setIsDone] = useState(false);
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  function download() {
    setIsDone(false);
    const { signal } = (abort.current = new AbortController());
    void submit(async () => {
      const { name, blob } = await withSudo(() => callFile(exportOwnData, {}, { signal }));
      saveBlob(name, blob);
      setIsDone(true);
    });
  }
  return (
    <section className={styles.section}>
      <h2>Your data</h2>
      <p>
        Download everything that is stored of you: account, sign-ins, orders, characters, Twitch and more. The
        file is a ZIP with each table as JSON and as CSV, for spreadsheets. Passwords are not in it.
      </p>
      {error && <Notice tone="error">{error}</Notice>}
      {isDone && <Notice tone="success">Your data was downloaded.</Notice>}
      <Button look="secondary" isBusy={isBusy} onClick={download}>
        <Download aria-hidden size={18} /> {isBusy ? 'Preparing your data…' : 'Download my data'}
      </Button>
    </section>
  );
}

function AccountDeletion({ dueAt, onChange }: PrivacyTabProps) {
  const [isAsking, setIsAsking] = useState(false);
  function close(isRequested: boolean) {
    setIsAsking(false);
    if (isRequested) onChange();
  }
  return (
    <section className={styles.section}>
      <h2>Delete account</h2>
      {dueAt ? (
        <KeepAccount dueAt={dueAt} onKept={onChange} />
      ) : (
        <>
          <p>
            Your account is deleted {ERASURE_DAYS} days after you ask for it. Until then you can use it as
            usual, and keep it after all.
          </p>
          <Button look="danger" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
            Delete my account…
          </Button>
        </>
      )}
      {isAsking && <DeleteAccountDialog onClose={close} />}
    </section>
  );
}
