import type { PatchNoteItem } from '@waygate/contract/patch-notes/patch-notes.schemas';
import { ScrollText } from 'lucide-react';
import { Link } from 'react-router';
import { ChangeCounts } from '#features/patch-notes/ChangeCounts.tsx';
import { paths } from '#features/paths/paths.ts';
import { LocalDate } from '#ui/LocalDate.tsx';
import styles from './HappeningNow.module.css';

/** The newest patch notes, with how they begin and how much they change. */
export function PatchCard({ patch }: { patch: PatchNoteItem }) {
  const { id, version, title, releaseDate, summary, changes } = patch;
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
        {summary && <p className={styles.snippet}>{summary}</p>}
        <ChangeCounts changes={changes} />
      </div>
    </article>
  );
}
