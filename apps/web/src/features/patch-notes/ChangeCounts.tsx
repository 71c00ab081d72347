import type { PatchNoteItem } from '@waygate/contract/patch-notes/patch-notes.schemas';
import styles from './ChangeCounts.module.css';

const KINDS = ['new', 'changed', 'fixed'] as const;

/** '3 new, 5 changed, 2 fixed', without what there is none of. */
export function ChangeCounts({ changes }: { changes: PatchNoteItem['changes'] }) {
  const shown = KINDS.filter((kind) => changes[kind] > 0);
  if (shown.length === 0) return null;
  return (
    <ul aria-label="Changes" className={styles.counts}>
      {shown.map((kind) => (
        <li key={kind} className={styles[kind]}>
          {changes[kind]} {kind}
        </li>
      ))}
    </ul>
  );
}
