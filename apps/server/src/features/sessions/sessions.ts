// Sign-in, sign-out, and the viewer of a request.
export { writeDeviceToken } from './device-cookie.ts';
export { deleteUnusedOrigins } from './known-devices.queries.ts';
export { forgetSignIns, rememberDevice } from './known-devices.service.ts';
export {
  type Caller,
  callerOf,
  openSession,
  recordFailedSignIn,
  type SignedIn,
} from './open-session.service.ts';
export {
  areSessionsUsable,
  createFindViewer,
  deleteExpiredSessions,
  endOtherSessionsOfAccount,
  endSessionsOfAccount,
  findViewerBySession,
  listSessions,
  SUDO_MINUTES,
  updateVerified,
  viewerColumns,
} from './sessions.queries.ts';
export { dailyGuesses, deleteExpiredFactorSignIns } from './factor-sign-in.queries.ts';
export { reportLock } from './lock-report.service.ts';
export { methodOfCode, requireFactorSignIn, signInWithFactor } from './factor-sign-in.service.ts';
export { revokePassword } from './revoke-access.service.ts';
export { sessions } from './sessions.tables.ts';
export { deleteOldSignIns } from './sign-ins.queries.ts';
