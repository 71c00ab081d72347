import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSession } from '#api/session.ts';
import { useSite } from '#features/site/SiteContext.tsx';
import { useUnsaved } from '#ui/admin/dialogs/unsaved.ts';
import { CheckboxField } from '#ui/admin/fields/CheckboxField.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { saveBlob } from '#api/save-blob.ts';
import { CopyButton } from './CopyButton.tsx';
import styles from './RecoveryCodesDialog.module.css';

const NOT_SAVED = "Save the codes and tick this first. They can't be shown again.";

type RecoveryCodesDialogProps = { codes: string[]; onClose: () => void };

/** Shows new recovery codes, this once. It closes when its reader says that they saved them. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const [isSaved, setIsSaved] = useState(false);
  const [isMissed, setIsMissed] = useState(false);
  const checkbox = useRef<HTMLInputElement>(null);
  useUnsaved({ isUnsaved: () => !isSaved, onLeaving: close });
  function close() {
    if (isSaved) {
      onClose();
      return;
    }
    setIsMissed(true);
    checkbox.current?.focus();
  }
  return (
    <Dialog title="Save your recovery codes" onClose={close}>
      <div className={styles.codes}>
        <p>
          Each code signs you in once if you lose your phone or passkey. Keep them where you keep passwords:
          they're shown only now.
        </p>
        <Codes codes={codes} />
        <CheckboxField
          ref={checkbox}
          label="I saved them"
          name="saved"
          checked={isSaved}
          error={isMissed && !isSaved ? NOT_SAVED : ''}
          onChange={({ target }) => setIsSaved(target.checked)}
        />
        <div className={styles.end}>
          <Button onClick={close}>Done</Button>
        </div>
      </div>
    </Dialog>
  );
}

function Codes({ codes }: Pick<RecoveryCodesDialogProps, 'codes'>) {
  const [outcome, setOutcome] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const { brandName } = useSite();
  const userName = useSession()?.userName ?? '';
  const text = codes.join('\n');
  function download() {
    const file = `Recovery codes for ${brandName}, account ${userName}. Each works once.\n\n${text}\n`;
    saveBlob('recovery-codes.txt', new Blob([file], { type: 'text/plain;charset=utf-8' }));
    setOutcome('The file is in your downloads.');
  }
  return (
    <>
      <ol ref={list} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.tools}>
        <CopyButton
          text={text}
          select={() => list.current && window.getSelection()?.selectAllChildren(list.current)}
          onDone={setOutcome}
        >
          Copy the codes
        </CopyButton>
        <Button look="secondary" onClick={download}>
          <Download aria-hidden size={18} /> Download
        </Button>
      </div>
      <output>{outcome}</output>
    </>
  );
}
