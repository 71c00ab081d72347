import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSession } from '#api/session.ts';
import { useSite } from '#features/site/SiteContext.tsx';
import { useUnsaved } from '#ui/admin/dialogs/unsaved.ts';
import { CheckboxField } from '#ui/admin/fields/CheckboxField.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { CopyButton } from './CopyButton.tsx';
import styles from './RecoveryCodesDialog.module.css';
import { saveText } from './save-text.ts';

type RecoveryCodesDialogProps = { codes: string[]; onClose: () => void };

/** Shows new recovery codes, this once. It closes when its reader says that they saved them. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const [isSaved, setIsSaved] = useState(false);
  const [isMissed, setIsMissed] = useState(false);
  const [outcome, setOutcome] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const checkbox = useRef<HTMLInputElement>(null);
  const { brandName } = useSite();
  const userName = useSession()?.userName ?? '';
  useUnsaved({ isUnsaved: () => !isSaved, onLeaving: close });
  function close() {
    if (isSaved) {
      onClose();
      return;
    }
    setIsMissed(true);
    checkbox.current?.focus();
  }
  function download() {
    saveText(
      'recovery-codes.txt',
      `Recovery codes for ${brandName}, account ${userName}. Each works once.\n\n${codes.join('\n')}\n`,
    );
    setOutcome('The file is in your downloads.');
  }
  return (
    <Dialog title="Save your recovery codes" onClose={close}>
      <div className={styles.codes}>
        <p>
          Each code signs you in once if you lose your phone or passkey. Keep them where you keep passwords:
          they're shown only now.
        </p>
        <ol ref={list} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <div className={styles.tools}>
          <CopyButton
            text={codes.join('\n')}
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
        <CheckboxField
          ref={checkbox}
          label="I saved them"
          name="saved"
          checked={isSaved}
          error={isMissed && !isSaved ? "Save the codes and tick this first. They can't be shown again." : ''}
          onChange={({ target }) => setIsSaved(target.checked)}
        />
        <div className={styles.end}>
          <Button onClick={close}>Done</Button>
        </div>
      </div>
    </Dialog>
  );
}
