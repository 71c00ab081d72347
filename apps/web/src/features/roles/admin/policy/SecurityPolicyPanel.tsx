import { useQuery } from '@tanstack/react-query';
import { getSecurityPolicy } from '@waygate/contract/factors/factors.admin.endpoints';
import type { SecurityPolicy } from '@waygate/contract/factors/factors.schemas';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { CheckboxField } from '#ui/admin/fields/CheckboxField.tsx';
import { Failure } from '#ui/Failure.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { POLICY_KEY } from './use-policy-update.ts';
import { RequireFactorDialog } from './RequireFactorDialog.tsx';
import styles from './SecurityPolicyPanel.module.css';
import { StopRequiringDialog } from './StopRequiringDialog.tsx';

/** What owners ask of everybody on the staff. */
export function SecurityPolicyPanel() {
  const {
    data: policy,
    error,
    refetch,
  } = useQuery({
    queryKey: POLICY_KEY,
    queryFn: ({ signal }) => call(getSecurityPolicy, {}, { signal }),
  });
  return (
    <section className={styles.panel} aria-label="Security policy">
      {policy && <PolicySwitch policy={policy} />}
      {!policy && error && (
        <Failure
          message={messageOf(error, "The security policy couldn't be loaded.")}
          onRetry={() => void refetch()}
        />
      )}
      {!policy && !error && <Skeleton className={styles.loading} />}
    </section>
  );
}

function PolicySwitch({ policy }: { policy: SecurityPolicy }) {
  const [asked, setAsked] = useState<'require' | 'stop'>();
  const { isStaffFactorRequired: isRequired } = policy;
  const close = () => setAsked(undefined);
  return (
    <>
      <CheckboxField
        label="Staff must use a second factor"
        name="isStaffFactorRequired"
        hint={
          isRequired
            ? 'Staff without an authenticator app or a passkey open no section until they add one.'
            : 'Staff may open the admin area with a password alone.'
        }
        checked={isRequired}
        onChange={() => setAsked(isRequired ? 'stop' : 'require')}
      />
      {asked === 'require' && <RequireFactorDialog policy={policy} onClose={close} />}
      {asked === 'stop' && <StopRequiringDialog policy={policy} onClose={close} />}
    </>
  );
}
