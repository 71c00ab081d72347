// What news and patch notes have in common: drafts, revisions, publishing.
export { contentPages } from './admin/content-pages.ts';
export { createContentEditor } from './admin/content-editor.service.ts';
export { createDrafts, deleteAbandonedDrafts, deleteDraft } from './admin/drafts.service.ts';
export {
  insertRevisions,
  type KeptRevision,
  selectRevision,
  selectRevisions,
} from './admin/revisions.queries.ts';
export { type Listed, createContentStore } from './content-store.ts';
export { contentTable } from './content.tables.ts';
export { isShown, SHOWN } from './shown.ts';
