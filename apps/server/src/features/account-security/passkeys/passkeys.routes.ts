import * as endpoints from '@waygate/contract/factors/passkeys.endpoints';
import { callerOf, writeDeviceToken } from '#features/sessions/sessions.ts';
import type { FactorBox } from '#platform/crypto/factor-keys.ts';
import type { Route } from '#platform/http/route.ts';
import { signInWithPasskey, startPasskeySignIn } from './passkey-sign-in.service.ts';
import { confirmSudoWithPasskey, startPasskeySudo } from './passkey-sudo.service.ts';
import {
  addPasskey,
  type PasskeyParts,
  removePasskey,
  renamePasskey,
  startPasskey,
} from './passkeys.service.ts';

export function passkeyRoutes(route: Route, parts: PasskeyParts & { factorBox: FactorBox }): void {
  ownPasskeyRoutes(route, parts);

  route(endpoints.startPasskeySignIn, ({ body }) => startPasskeySignIn(parts, body));

  route(endpoints.signInWithPasskey, async ({ body, cookies, ...request }) => {
    const opened = await signInWithPasskey(parts, body, callerOf({ ...request, cookies }));
    writeDeviceToken(cookies, opened.deviceToken);
    return opened.session;
  });

  route(endpoints.startPasskeySudo, ({ viewer }) => startPasskeySudo(parts, viewer));

  route(endpoints.confirmSudoWithPasskey, async ({ viewer, body, ...request }) => {
    const { response } = body;
    const until = await confirmSudoWithPasskey(parts, viewer, { response, caller: callerOf(request) });
    return { until: until.toISOString() };
  });
}

function ownPasskeyRoutes(route: Route, parts: PasskeyParts): void {
  route(endpoints.startPasskey, ({ viewer }) => startPasskey(parts, viewer));

  route(endpoints.addPasskey, ({ viewer, body }) => addPasskey(parts, viewer, body));

  route(endpoints.renamePasskey, ({ viewer, params, body }) =>
    renamePasskey(parts, { ...params, ...body, accountId: viewer.accountId }),
  );

  route(endpoints.removePasskey, ({ viewer, params }) =>
    removePasskey(parts, { ...params, accountId: viewer.accountId }),
  );
}
