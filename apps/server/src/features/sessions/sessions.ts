// Sign-in, sign-out, and the viewer of a request.
export {
  createFindViewer,
  deleteExpiredSessions,
  endSessionsOfAccount,
  findViewerBySession,
  listSessions,
} from './sessions.queries.ts';
