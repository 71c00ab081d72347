// Patch notes.
export { presentPatchNoteItem } from './patch-notes.presenter.ts';
export { patchNotesStore } from './patch-notes.queries.ts';
export { type PatchNoteText, composePatchNote, insertPatchNotes } from './patch-notes.service.ts';
