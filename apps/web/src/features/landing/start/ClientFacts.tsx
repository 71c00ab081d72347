import type { ClientFile } from '@waygate/contract/home/home.schemas';
import { useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { useTemporaryText } from '#ui/timers/use-timers.ts';
import { fileSizeText } from './file-size-text.ts';
import styles from './StartSteps.module.css';
import { useLocale } from '#features/landing/use-locale.ts';

const SAID_MS = 4000;

/** Size and version of the client, and its checksum to compare with. */
export function ClientFacts({ client: { fileName, bytes, sha256, version } }: { client: ClientFile }) {
  const sum = useRef<HTMLElement>(null);
  const locale = useLocale();
  const [said, say] = useTemporaryText(SAID_MS);
  async function copy() {
    if (sum.current) window.getSelection()?.selectAllChildren(sum.current);
    try {
      await navigator.clipboard.writeText(sha256);
      say('Copied.');
    } catch {
      // Without HTTPS, or when the browser refuses.
      say('It is selected: press Ctrl+C.');
    }
  }
  return (
    <dl className={styles.facts}>
      <div>
        <dt>File</dt>
        <dd>{fileName}</dd>
      </div>
      <div>
        <dt>Size</dt>
        <dd>{fileSizeText(bytes, locale)}</dd>
      </div>
      {version !== null && (
        <div>
          <dt>Version</dt>
          <dd>{version}</dd>
        </div>
      )}
      <div className={styles.sum}>
        <dt>SHA-256</dt>
        <dd>
          <code ref={sum}>{sha256}</code>
          <Button look="quiet" className={styles.copy} onClick={() => void copy()}>
            Copy<span className="visually-hidden"> the SHA-256</span>
          </Button>
          <output>{said}</output>
        </dd>
      </div>
    </dl>
  );
}
