// What news and patch notes have in common: drafts, revisions, publishing.
export { createContentEditor } from './admin/content-editor.ts';
export { type Listed, createContentStore } from './content-store.ts';
export { contentTable } from './content.tables.ts';
