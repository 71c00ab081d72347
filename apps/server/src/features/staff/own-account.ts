import { mayGiveTo, OWN_ACCOUNT_MESSAGE } from '@waygate/contract/own-account';
import type { Viewer } from '#platform/auth/viewer.ts';
import { forbidden } from '#platform/errors/app-error.ts';

/**
 * Nobody but an owner gives value to themselves (segregation of duties, NIST SP 800-53 AC-5). `asStaff` calls this for
 * each right with `givesValue`; a work calls it itself where that depends on what is written.
 *
 * @param viewer as read under the lock of their account
 * @throws forbidden when the account is the viewer's own, and they are no owner
 */
export function requireOtherOrOwner(viewer: Viewer, accountId: number): void {
  if (!mayGiveTo(viewer, accountId)) throw forbidden(OWN_ACCOUNT_MESSAGE);
}
