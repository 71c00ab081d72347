import type {
  AlertIncident,
  AlertOverview,
  AlertState,
  OpenAlert,
  WatchedAlert,
} from '@waygate/contract/alerts/alerts.schemas';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import { DEFAULT_CLEAR_AFTER_MINUTES } from '#features/alerts/evaluation.queries.ts';
import { describeAlert } from '#features/alerts/describe-alert.ts';
import type { ShownIncident, ShownState } from './alerts.admin.queries.ts';

type Overview = Pick<AlertOverview, 'recipients' | 'hasWebhook' | 'lastTest'> & {
  incidents: ShownIncident[];
  states: ShownState[];
};

export function presentOverview(
  conditions: AlertCondition[],
  { incidents, states, ...rest }: Overview,
): AlertOverview {
  const newest = states.toSorted((a, b) => a.checkedSecondsAgo - b.checkedSecondsAgo)[0];
  return {
    open: incidents.map((incident) => presentOpen(incident, conditions)),
    watched: conditions.map((condition) =>
      presentWatched(
        condition,
        states.find(({ alert }) => alert === condition.name),
      ),
    ),
    checkedAt: newest?.checkedAt ?? null,
    checkedSecondsAgo: newest?.checkedSecondsAgo ?? null,
    ...rest,
  };
}

export function presentIncident(incident: ShownIncident, conditions: AlertCondition[]): AlertIncident {
  const { id, detail: _, ...rest } = incident;
  const { title, sentence } = describeAlert(incident, conditions);
  return { incidentId: id, ...rest, title, sentence };
}

function presentOpen(incident: ShownIncident, conditions: AlertCondition[]): OpenAlert {
  const { advice, page } = describeAlert(incident, conditions);
  return { ...presentIncident(incident, conditions), advice, page };
}

function presentWatched(condition: AlertCondition, state: ShownState | undefined): WatchedAlert {
  const {
    name: alert,
    title,
    raiseAfterMinutes = 0,
    clearAfterMinutes = DEFAULT_CLEAR_AFTER_MINUTES,
  } = condition;
  return {
    alert,
    title,
    state: stateOf(state),
    cases: state?.cases ?? 0,
    since: state?.since ?? null,
    raiseAfterMinutes,
    clearAfterMinutes,
  };
}

function stateOf(state: ShownState | undefined): AlertState {
  if (!state) return 'unknown';
  if (state.isActive) return state.cases > 0 ? 'active' : 'clearing';
  return state.cases > 0 ? 'pending' : 'ok';
}
