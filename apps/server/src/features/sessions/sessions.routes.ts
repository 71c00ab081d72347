import * as endpoints from '@waygate/contract/accounts/accounts.endpoints';
import * as factorEndpoints from '@waygate/contract/factors/factors.endpoints';
import type { Passwords } from '#platform/auth/passwords.ts';
import type { UsePortalPassword } from '#platform/auth/portal-password.ts';
import type { FactorBox } from '#platform/crypto/factor-keys.ts';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import { writeDeviceToken } from './device-cookie.ts';
import { callerOf } from './open-session.service.ts';
import { endSession } from './sessions.queries.ts';
import { signInWithFactor } from './factor-sign-in.service.ts';
import { signIn } from './sign-in.service.ts';

type Parts = {
  db: Database;
  passwords: Passwords;
  usePortalPassword: UsePortalPassword;
  factorBox: FactorBox;
};

export function sessionRoutes(route: Route, parts: Parts): void {
  route(endpoints.login, async ({ body, ...request }) => {
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

  route(endpoints.logout, ({ viewer }) => endSession(parts.db, viewer.sessionHash));
}
