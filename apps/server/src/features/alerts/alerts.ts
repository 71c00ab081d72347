// Conditions that a person has to see to: evaluated every minute, reported to owners, listed for staff.
export { selectAlertTasks } from './admin/alert-tasks.ts';
export { alertMail } from './alert.mail.ts';
export { describeAlert } from './describe-alert.ts';
export { OPEN_INCIDENTS } from './open-incidents.ts';
export { observeAlerts } from './alert-metrics.ts';
export { deleteOldAlerts } from './messages.queries.ts';
