import * as endpoints from '@waygate/contract/accounts/accounts.endpoints';
import * as sessionEndpoints from '@waygate/contract/sessions/sessions.endpoints';
import { type Notice, withNotice } from '@waygate/contract/site/notices';
import { pagePaths } from '@waygate/contract/site/pages';
import { writeDeviceToken } from '#features/sessions/sessions.ts';
import type { Passwords } from '#platform/auth/passwords.ts';
import type { RevokeInGames, UsePortalPassword } from '#platform/auth/portal-password.ts';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { CHANGE_REQUESTED, finaliseEmailChange, requestEmailChange } from './email-change.service.ts';
import { confirmEmail, resendConfirmation } from './email-confirmation.service.ts';
import { changePassword, PASSWORD_CHANGED } from './password-change.service.ts';
import {
  PASSWORD_RESET,
  requestOwnPasswordReset,
  requestPasswordReset,
  requireResetToken,
  RESET_REQUESTED,
  resetPassword,
} from './password-reset.service.ts';
import { register, REGISTERED } from './registration.service.ts';
import { reportActivity } from './report-activity.service.ts';

type Parts = {
  db: Database;
  jobs: Jobs;
  passwords: Passwords;
  usePortalPassword: UsePortalPassword;
  revokeInGames: RevokeInGames;
};

export function accountRoutes(route: Route, parts: Parts): void {
  registrationRoutes(route, parts);
  passwordResetRoutes(route, parts);
  passwordChangeRoutes(route, parts);
  emailChangeRoutes(route, parts);
}

function registrationRoutes(route: Route, parts: Parts): void {
  route(endpoints.register, async ({ body, address }) => {
    await register(parts, { registration: body, address });
    return { message: REGISTERED };
  });

  route(endpoints.confirmEmail, async ({ params }) =>
    (await confirmEmail(parts.db, params.token))
      ? profileWith({ message: 'email_confirmed' })
      : profileWith({ error: 'confirmation_link_invalid' }),
  );

  route(endpoints.requestEmailConfirmation, async ({ viewer, address }) => {
    await resendConfirmation(parts, { accountId: viewer.accountId, address });
    return { message: 'Confirmation email sent!' };
  });
}

function passwordResetRoutes(route: Route, parts: Parts): void {
  route(endpoints.requestPasswordReset, async ({ viewer, address }) => {
    await requestOwnPasswordReset(parts, { accountId: viewer.accountId, address });
    return { message: RESET_REQUESTED };
  });

  route(endpoints.requestPasswordResetUnauth, async ({ body, address }) => {
    await requestPasswordReset(parts, { email: body.email, address });
    return { message: RESET_REQUESTED };
  });

  route(endpoints.validateResetToken, async ({ params }) => {
    await requireResetToken(parts.db, params.token);
    return { valid: true as const };
  });

  route(endpoints.resetPassword, async ({ params, body, address, cookies }) => {
    const { newPassword } = body;
    const deviceToken = await resetPassword(parts, { token: params.token, newPassword, address });
    writeDeviceToken(cookies, deviceToken);
    return { message: PASSWORD_RESET };
  });
}

function passwordChangeRoutes(route: Route, parts: Parts): void {
  route(sessionEndpoints.changePassword, async ({ viewer, body, address, cookies }) => {
    const deviceToken = await changePassword(parts, viewer, { ...body, address });
    writeDeviceToken(cookies, deviceToken);
    return { message: PASSWORD_CHANGED };
  });

  route(sessionEndpoints.reportActivity, async ({ params }) => ({
    resetToken: await reportActivity(parts, params.token),
  }));
}

function emailChangeRoutes(route: Route, parts: Parts): void {
  route(endpoints.requestEmailChange, async ({ viewer, body, address }) => {
    await requestEmailChange(parts, { viewer, change: body, address });
    return { message: CHANGE_REQUESTED };
  });

  route(endpoints.finaliseEmailChange, async ({ params }) => {
    switch (await finaliseEmailChange(parts, params.token)) {
      case 'changed':
        return profileWith({ message: 'email_changed' });
      case 'taken':
        return profileWith({ error: 'email_taken' });
      case 'invalid':
        return profileWith({ error: 'email_change_link_invalid' });
    }
  });
}

/** The profile page shows the notice. For visitors it redirects to the sign-in page and keeps the notice. */
function profileWith(notice: Notice): string {
  return withNotice(pagePaths.profile, notice);
}
