import { getPatchNote } from '@waygate/contract/patch-notes/patch-notes.endpoints';
import type { PatchNoteItem, ReadPatchNote } from '@waygate/contract/patch-notes/patch-notes.schemas';
import { PAGES } from '@waygate/contract/site/pages';
import { call } from '#api/call.ts';
import type { Loadable } from '#api/loadable.ts';
import { recordId } from '#api/record-id.ts';
import { loadingPage } from '#features/page/page-route.tsx';
import { ChangeCounts } from '#features/patch-notes/ChangeCounts.tsx';
import { paths } from '#features/paths/paths.ts';
import { ReadingPage } from '#features/reading/ReadingPage.tsx';
import { TextEnd } from '#features/reading/TextEnd.tsx';
import { LocalDate } from '#ui/LocalDate.tsx';
import { Prose } from '#ui/Prose.tsx';
import styles from './PatchNotePage.module.css';

type PatchNotePageProps = { content: Loadable<ReadPatchNote>; retry: () => void };

/** The page itself: staff see it with texts that aren't saved. */
export function PatchNotePage(props: PatchNotePageProps) {
  return (
    <ReadingPage
      {...props}
      back={{ to: paths.patchNotes, label: 'Back to Patch Notes' }}
      title="Patch note"
      loadingText="Loading patch note..."
      missingText="Patch note not found."
    >
      {(patchNote) => (
        <>
          <article>
            <header className={styles.header}>
              <h1>
                {/* The dash stays with the version. */}
                <span className={styles.version}>Version {patchNote.version} -</span> {patchNote.title}
              </h1>
              <dl>
                <dt>Version</dt>
                <dd>{patchNote.version}</dd>
                <dt>Released</dt>
                <dd>
                  <LocalDate value={patchNote.releaseDate} />
                </dd>
              </dl>
            </header>
            <Prose html={patchNote.bodyHtml} />
          </article>
          <TextEnd next={patchNote.next && nextOf(patchNote.next)} />
        </>
      )}
    </ReadingPage>
  );
}

/** Patch notes are read backwards in time, as their list goes. */
function nextOf(patchNote: PatchNoteItem) {
  return {
    to: paths.patchNote({ patchNoteId: patchNote.id }),
    label: 'Previous version',
    title: headingOf(patchNote),
    meta: <ChangeCounts changes={patchNote.changes} />,
  };
}

function headingOf({ version, title }: PatchNoteItem): string {
  return `Version ${version} - ${title}`;
}

export const route = loadingPage({
  load: async ({ params, fetch, signal }) =>
    call(getPatchNote, { params: { id: recordId(params.patchNoteId) } }, { fetch, signal }),
  failureMessage: 'Failed to load patch note details.',
  keepsContent: true,
  meta: (content, { brandName }) => {
    if (content.status !== 'loaded')
      return { title: PAGES.patchNote.title, description: '', isPrivate: true };
    return {
      title: headingOf(content.value),
      description: `What changed in version ${content.value.version} of ${brandName}: ${content.value.title}.`,
      type: 'article',
      canonicalPath: paths.patchNote({ patchNoteId: content.value.id }),
    };
  },
  Page: PatchNotePage,
});
