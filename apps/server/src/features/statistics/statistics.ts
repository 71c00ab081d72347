// Numbers for staff: days, revenue, characters.
export { deleteOldActivity } from './finished-days.queries.ts';
