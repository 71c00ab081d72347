// What the landing page shows of everything, and what the operator sets for it.
export { isSiteUntouched } from './home.queries.ts';
export { insertGallery, updateSettingsRow } from './admin/home.admin.queries.ts';
