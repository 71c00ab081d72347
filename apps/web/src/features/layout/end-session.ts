import { logout } from '@waygate/contract/accounts/accounts.endpoints';
import { call } from '#api/call.ts';
import { dropAllKeptInput } from '#api/session.ts';

const TIMEOUT_MS = 3000;

/** Ends the stored session on the server. A separate chunk, so that it's loaded only when used. */
export async function endSession(): Promise<void> {
  try {
    await call(logout, {}, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  } finally {
    // Afterwards: the refusal of an expired session keeps input as well.
    dropAllKeptInput();
  }
}
