export {
  createFindViewer,
  deleteExpiredSessions,
  endSessionsOfAccount,
  findViewerBySession,
  listSessions,
} from './sessions.queries.ts';
