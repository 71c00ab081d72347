// Which processes of the portal run, and what waits for them: heartbeats, the state for operators and its metrics.
export { startHeartbeat } from './heartbeat.ts';
export { findDifferentParts, OWN_PARTS } from './own-files.ts';
export { observeProcesses } from './process-metrics.ts';
export { readPortalState } from './portal-state.ts';
export { deleteLostProcesses, selectProcesses, type ProcessState } from './processes.queries.ts';
