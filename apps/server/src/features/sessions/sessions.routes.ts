import * as endpoints from '@waygate/contract/accounts/accounts.endpoints';
import type { Passwords } from '#platform/auth/passwords.ts';
import type { UsePortalPassword } from '#platform/auth/portal-password.ts';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import { writeDeviceToken } from './device-cookie.ts';
import { callerOf } from './open-session.service.ts';
import { endSession } from './sessions.queries.ts';
import { signIn } from './sign-in.service.ts';

type Parts = { db: Database; passwords: Passwords; usePortalPassword: UsePortalPassword };

export function sessionRoutes(route: Route, parts: Parts): void {
  route(endpoints.login, async ({ body, ...request }) => {
    const { session, deviceToken } = await signIn(parts, body, callerOf(request));
    writeDeviceToken(request.cookies, deviceToken);
    return session;
  });

  route(endpoints.logout, ({ viewer }) => endSession(parts.db, viewer.sessionHash));
}
