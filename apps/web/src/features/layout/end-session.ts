import { logout } from '@waygate/contract/accounts/accounts.endpoints';
import { call } from '#api/call.ts';

const PATIENCE_MS = 3000;

/** Tells the server that the stored session is over. Apart from the header, so that it costs nothing until used. */
export function endSession(): Promise<unknown> {
  return call(logout, {}, { signal: AbortSignal.timeout(PATIENCE_MS) });
}
