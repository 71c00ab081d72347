import { logout } from '@waygate/contract/accounts/accounts.endpoints';
import { call } from '#api/call.ts';
import { dropAllKeptInput } from '#api/kept-input.ts';

const TIMEOUT_MS = 3000;

/** Ends the stored session on the server. A separate chunk, so that it's loaded only when used. */
export function endSession(): Promise<unknown> {
  dropAllKeptInput();
  return call(logout, {}, { signal: AbortSignal.timeout(TIMEOUT_MS) });
}
