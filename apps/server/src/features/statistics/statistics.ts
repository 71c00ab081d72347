// Statistics for staff: activity per day, revenue, characters.
export { deleteOldActivity, insertFinishedDays } from './finished-days.queries.ts';
