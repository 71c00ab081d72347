// Sign-in, sign-out, and the viewer of a request.
export { writeDeviceToken } from './device-cookie.ts';
export { deleteUnusedOrigins } from './known-devices.queries.ts';
export { forgetSignIns, rememberDevice } from './known-devices.service.ts';
export {
  areSessionsUsable,
  createFindViewer,
  deleteExpiredSessions,
  endSessionsOfAccount,
  findViewerBySession,
  listSessions,
  viewerColumns,
} from './sessions.queries.ts';
export { sessions } from './sessions.tables.ts';
