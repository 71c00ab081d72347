import { listPatchNotes } from '@waygate/contract/patch-notes/patch-notes.endpoints';
import {
  PATCH_NOTES_LIST_LIMIT,
  type PatchNoteItem,
} from '@waygate/contract/patch-notes/patch-notes.schemas';
import { PAGES } from '@waygate/contract/site/pages';
import { Link } from 'react-router';
import { call } from '#api/call.ts';
import type { Loadable } from '#api/loadable.ts';
import { loadingPage } from '#features/page/page-route.tsx';
import { PatchNoteTimeline } from '#features/patch-notes/PatchNoteTimeline.tsx';
import { paths } from '#features/paths/paths.ts';
import { SearchablePage } from '#features/search/SearchablePage.tsx';
import { buttonClass } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Failure } from '#ui/Failure.tsx';

type PatchNotesPageProps = { content: Loadable<PatchNoteItem[]>; retry: () => void };

function PatchNotesPage(props: PatchNotesPageProps) {
  return (
    <SearchablePage title="PATCH NOTES">
      <PatchNotes {...props} />
    </SearchablePage>
  );
}

function PatchNotes({ content, retry }: PatchNotesPageProps) {
  if (content.status === 'loading') return <PatchNoteTimeline patchNotes={null} />;
  if (content.status === 'failed') return <Failure message={content.message} onRetry={retry} />;
  if (content.value.length > 0) return <PatchNoteTimeline patchNotes={content.value} />;
  return (
    <EmptyState>
      <p>No patch notes found.</p>
      <Link to={paths.news} className={buttonClass('secondary')}>
        Read the news
      </Link>
    </EmptyState>
  );
}

export const route = loadingPage({
  load: async ({ fetch, signal }) => {
    const query = { limit: String(PATCH_NOTES_LIST_LIMIT) };
    const { patchNotes } = await call(listPatchNotes, { query }, { fetch, signal });
    return patchNotes;
  },
  failureMessage: 'Failed to load patch notes.',
  keepsContent: true,
  meta: (_, { brandName }) => ({
    title: PAGES.patchNotes.title,
    description: `Every change to ${brandName}, version by version.`,
    feed: paths.patchNotesFeed,
  }),
  Page: PatchNotesPage,
});
