import type { PatchNoteItem } from '@waygate/contract/patch-notes/patch-notes.schemas';
import { ScrollText } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#features/paths/paths.ts';
import { LocalDate } from '#ui/LocalDate.tsx';
import styles from './HappeningNow.module.css';

/** The newest patch notes. */
export function PatchCard({ patch: { id, version, title, releaseDate } }: { patch: PatchNoteItem }) {
  return (
    <article className={styles.card}>
      <div className={styles.text}>
        <p className={styles.kind}>
          <ScrollText aria-hidden size={18} />
          <span>Newest patch</span>
          <LocalDate value={releaseDate} dateStyle="medium" className={styles.when} />
        </p>
        <h3>
          <Link to={paths.patchNote({ patchNoteId: id })}>
            {version} {title}
          </Link>
        </h3>
      </div>
    </article>
  );
}
