// Statistics for staff: activity per day, revenue, characters.
export { deleteOldActivity } from './finished-days.queries.ts';
