import type { PatchNoteItem } from '@waygate/contract/patch-notes/patch-notes.schemas';
import { SidePanel } from '#ui/SidePanel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { PatchNoteEntry } from './PatchNoteEntry.tsx';
import styles from './PatchNoteTimeline.module.css';

/** The releases, newest first; null while they load. */
export function PatchNoteTimeline({ patchNotes }: { patchNotes: PatchNoteItem[] | null }) {
  return (
    <div className={styles.columns}>
      {patchNotes ? (
        <ol className={styles.timeline}>
          {patchNotes.map((patchNote) => (
            <PatchNoteEntry key={patchNote.id} patchNote={patchNote} />
          ))}
        </ol>
      ) : (
        <div className={styles.timeline}>
          <output>Loading Patch Notes...</output>
          {[1, 2, 3, 4].map((index) => (
            <Skeleton key={index} className={styles.entry} />
          ))}
        </div>
      )}
      {patchNotes && (
        <aside aria-label="More patch notes">
          <SidePanel title="ARCHIVE">
            <p>Patch history index coming soon.</p>
          </SidePanel>
        </aside>
      )}
    </div>
  );
}
