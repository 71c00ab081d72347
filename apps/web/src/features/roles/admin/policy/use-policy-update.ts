import { updateSecurityPolicy } from '@waygate/contract/factors/factors.admin.endpoints';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';

export const POLICY_KEY = ['security-policy'];

/** Saves the policy; somebody else's change is shown as it is now, with the server's message. */
export function usePolicyUpdate(success: string, onSaved: () => void) {
  return useAdminMutation(updateSecurityPolicy, {
    success,
    failure: "The security policy couldn't be saved.",
    invalidates: [POLICY_KEY, ['staff'], ['audit']],
    isFailureNews: true,
    onSuccess: onSaved,
  });
}
