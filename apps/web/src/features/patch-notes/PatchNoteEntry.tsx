import type { PatchNoteItem } from '@waygate/contract/patch-notes/patch-notes.schemas';
import { Link } from 'react-router';
import { paths } from '#features/paths/paths.ts';
import { useListState } from '#features/reading/list-query.ts';
import { LocalDate } from '#ui/LocalDate.tsx';
import { ChangeCounts } from './ChangeCounts.tsx';
import styles from './PatchNoteEntry.module.css';

/** One release in the timeline. */
export function PatchNoteEntry({ patchNote }: { patchNote: PatchNoteItem }) {
  const { id, version, title, releaseDate, summary, changes } = patchNote;
  const listState = useListState();
  return (
    <li className={styles.entry}>
      <p className={styles.release}>
        <span className={styles.version}>Version {version}</span>
        <LocalDate value={releaseDate} />
      </p>
      <h2>{title}</h2>
      {summary && <p className={styles.summary}>{summary}</p>}
      <ChangeCounts changes={changes} />
      <Link to={paths.patchNote({ patchNoteId: id })} state={listState}>
        View Details <span className="visually-hidden">of version {version}</span>
      </Link>
    </li>
  );
}
