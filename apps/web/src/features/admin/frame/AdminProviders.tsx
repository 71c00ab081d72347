import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError } from '#api/api-error.ts';
import { createAdminQueryClient } from '#features/admin/records/admin-queries.ts';
import { loadProfile } from '#features/sign-in/use-profile.ts';
import { Toasts } from '#ui/admin/Toasts.tsx';
import { FactorRequired } from './FactorRequired.tsx';
import { LeaveWatch } from './LeaveWatch.tsx';

/**
 * The context of every admin page: query cache, toasts, current rights and the guard for unsaved changes. Where the server
 * asks this account for a second factor first, `FactorRequired` stands in place of every page.
 */
export function AdminProviders({ children }: { children: ReactNode }) {
  const [isFactorDue, setIsFactorDue] = useState(false);
  const [client] = useState(() => createAdminQueryClient((error) => isDue(error) && setIsFactorDue(true)));
  if (isFactorDue) return <FactorRequired />;
  return (
    <QueryClientProvider client={client}>
      <Toasts>
        <RefreshRights />
        <LeaveWatch>{children}</LeaveWatch>
      </Toasts>
    </QueryClientProvider>
  );
}

function isDue(error: Error): boolean {
  return error instanceof ApiError && error.code === 'factor_required';
}

/** Rights may have changed since sign-in; the session is refreshed now and when the tab regains focus. */
function RefreshRights() {
  useQuery({ queryKey: ['own-profile'], queryFn: ({ signal }) => loadProfile(signal) });
  return null;
}
