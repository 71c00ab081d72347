// Sign-in, sign-out, and the viewer of a request.
export { writeDeviceToken } from './device-cookie.ts';
export { deleteUnusedOrigins } from './known-devices.queries.ts';
export { forgetSignIns, rememberDevice } from './known-devices.service.ts';
export {
  createFindViewer,
  deleteExpiredSessions,
  endSessionsOfAccount,
  findViewerBySession,
  listSessions,
} from './sessions.queries.ts';
