import * as endpoints from '@waygate/contract/factors/passkeys.endpoints';
import type { Route } from '#platform/http/route.ts';
import { addPasskey, type PasskeyParts, removePasskey, renamePasskey, startPasskey } from './passkeys.service.ts';

export function passkeyRoutes(route: Route, parts: PasskeyParts): void {
  route(endpoints.startPasskey, ({ viewer }) => startPasskey(parts, viewer));

  route(endpoints.addPasskey, ({ viewer, body }) => addPasskey(parts, viewer, body));

  route(endpoints.renamePasskey, ({ viewer, params, body }) =>
    renamePasskey(parts, { ...params, ...body, accountId: viewer.accountId }),
  );

  route(endpoints.removePasskey, ({ viewer, params }) =>
    removePasskey(parts, { ...params, accountId: viewer.accountId }),
  );
}
