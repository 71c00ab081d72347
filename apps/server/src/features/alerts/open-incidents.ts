import { type SQL, sql } from 'drizzle-orm';

/** SQL: alerts that aren't over, with the cases of now instead of the most there were, as long as there are any. */
export const OPEN_INCIDENTS: SQL = sql`
  select incident.id, incident.alert, incident.since, incident.opened_at, incident.cleared_at,
         case when state.cases > 0 then state.cases else incident.cases end as cases,
         case when state.cases > 0 then state.detail else incident.detail end as detail
  from alert_incidents as incident left join alert_states as state on state.alert = incident.alert
  where incident.cleared_at is null`;
