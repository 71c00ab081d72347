export { deleteOldActivity } from './finished-days.queries.ts';
