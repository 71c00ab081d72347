import * as endpoints from '@waygate/contract/factors/factors.endpoints';
import { callerOf } from '#features/sessions/sessions.ts';
import type { Passwords } from '#platform/auth/passwords.ts';
import type { Config } from '#platform/config/config.ts';
import type { FactorBox } from '#platform/crypto/factor-keys.ts';
import type { Database } from '#platform/db/database.ts';
import { unauthenticated } from '#platform/errors/app-error.ts';
import type { Route } from '#platform/http/route.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { selectFactors } from './factors.queries.ts';
import { findRelyingParty } from './passkeys/relying-party.ts';
import { confirmSudo } from './sudo.service.ts';
import { confirmTotp, removeTotp, renewRecoveryCodes, startTotp } from './totp.service.ts';

type Parts = { db: Database; jobs: Jobs; passwords: Passwords; factorBox: FactorBox; config: Config };

export function accountSecurityRoutes(route: Route, parts: Parts): void {
  const { db, config } = parts;

  route(endpoints.getFactors, async ({ viewer }) => {
    const factors = await selectFactors(db, viewer.accountId);
    if (!factors) throw unauthenticated();
    const relyingParty = findRelyingParty(config);
    return { ...factors, ...(relyingParty && { passkeyOrigin: relyingParty.origin }) };
  });

  route(endpoints.startTotp, ({ viewer }) => startTotp(parts, { viewer, issuer: config.brand.name }));

  route(endpoints.confirmTotp, async ({ viewer, body }) => ({
    recoveryCodes: await confirmTotp(parts, { viewer, code: body.code }),
  }));

  route(endpoints.removeTotp, ({ viewer }) => removeTotp(parts, viewer.accountId));

  route(endpoints.renewRecoveryCodes, async ({ viewer }) => ({
    recoveryCodes: await renewRecoveryCodes(parts, viewer.accountId),
  }));

  route(endpoints.confirmSudo, async ({ viewer, body, ...request }) => {
    const until = await confirmSudo(parts, { viewer, entered: body, caller: callerOf(request) });
    return { until: until.toISOString() };
  });
}
