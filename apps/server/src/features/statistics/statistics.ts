// Statistics for staff: activity per day, revenue, characters.
export { type Books, booksOf, inBooks, returned } from './admin/payment-statistics.queries.ts';
export { deleteOldActivity, insertFinishedDays } from './finished-days.queries.ts';
