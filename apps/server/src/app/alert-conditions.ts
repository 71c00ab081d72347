import type { AlertCondition } from '#platform/alerts/alert-condition.ts';

/** Every condition that is watched. A feature adds its own by one line. */
export const ALERT_CONDITIONS: AlertCondition[] = [];
