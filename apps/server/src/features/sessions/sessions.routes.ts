import * as accountEndpoints from '@waygate/contract/accounts/accounts.endpoints';
import * as factorEndpoints from '@waygate/contract/factors/factors.endpoints';
import * as endpoints from '@waygate/contract/sessions/sessions.endpoints';
import type { Passwords } from '#platform/auth/passwords.ts';
import type { UsePortalPassword } from '#platform/auth/portal-password.ts';
import type { FactorBox } from '#platform/crypto/factor-keys.ts';
import type { Database } from '#platform/db/database.ts';
import { notFound } from '#platform/errors/app-error.ts';
import type { Route } from '#platform/http/route.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { writeDeviceToken } from './device-cookie.ts';
import { callerOf } from './open-session.service.ts';
import { signInWithFactor } from './factor-sign-in.service.ts';
import { presentOwnSession, presentSignIn } from './sessions.presenter.ts';
import { endOtherSessionsOfAccount, endSession, endSessionById, listSessions } from './sessions.queries.ts';
import { signIn } from './sign-in.service.ts';
import { selectSignIns } from './sign-ins.queries.ts';
import { createWaitingApps } from './waiting-apps.ts';

type Parts = {
  db: Database;
  jobs: Jobs;
  passwords: Passwords;
  usePortalPassword: UsePortalPassword;
  factorBox: FactorBox;
};

export function sessionRoutes(route: Route, given: Parts): void {
  const parts = { ...given, waitingApps: createWaitingApps() };
  const { db } = parts;
  route(accountEndpoints.login, async ({ body, ...request }) => {
    const answer = await signIn(parts, body, callerOf(request));
    if ('factorToken' in answer) return answer;
    writeDeviceToken(request.cookies, answer.deviceToken);
    return answer.session;
  });

  route(factorEndpoints.signInWithFactor, async ({ body, ...request }) => {
    const { factorToken, code } = body;
    const { session, deviceToken } = await signInWithFactor(parts, {
      factorToken,
      proof: { code },
      caller: callerOf(request),
    });
    writeDeviceToken(request.cookies, deviceToken);
    return session;
  });

  route(accountEndpoints.logout, ({ viewer }) => endSession(db, viewer.sessionHash));

  route(endpoints.listOwnSessions, async ({ viewer }) => ({
    sessions: (await listSessions(db, viewer.accountId)).map((session) => presentOwnSession(session, viewer)),
  }));

  route(endpoints.endOwnSession, async ({ viewer, params }) => {
    if (!(await endSessionById(db, { accountId: viewer.accountId, id: params.id })))
      throw notFound('This session has ended already.');
  });

  route(endpoints.endOtherSessions, ({ viewer }) => endOtherSessionsOfAccount(db, viewer));

  route(endpoints.listSignIns, async ({ viewer }) => ({
    signIns: (await selectSignIns(db, viewer.accountId)).map(presentSignIn),
  }));
}
