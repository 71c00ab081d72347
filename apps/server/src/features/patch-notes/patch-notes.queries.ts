import { createContentStore } from '#features/content/content.ts';
import { patchNotes } from './patch-notes.tables.ts';

/** Newest release first. */
export const patchNotesStore = createContentStore({
  table: patchNotes,
  name: 'patch_notes',
  sortedBy: patchNotes.releaseDate,
  searched: [patchNotes.title, patchNotes.version],
});
