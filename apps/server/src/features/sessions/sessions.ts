// Signing in and out, and who a request comes from.
export {
  createFindViewer,
  deleteExpiredSessions,
  endSessionsOfAccount,
  findViewerBySession,
  listSessions,
} from './sessions.queries.ts';
