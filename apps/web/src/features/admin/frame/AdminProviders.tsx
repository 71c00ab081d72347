import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createAdminQueryClient } from '#features/admin/records/admin-queries.ts';
import { loadProfile } from '#features/sign-in/use-profile.ts';
import { Toasts } from '#ui/admin/Toasts.tsx';
import { LeaveWatch } from './LeaveWatch.tsx';

/** What every page of the admin area stands in: fetched content, toasts, fresh rights, a watch over what is unsaved. */
export function AdminProviders({ children }: { children: ReactNode }) {
  const [client] = useState(createAdminQueryClient);
  return (
    <QueryClientProvider client={client}>
      <Toasts>
        <FreshRights />
        <LeaveWatch>{children}</LeaveWatch>
      </Toasts>
    </QueryClientProvider>
  );
}

/** Rights can have changed since sign-in; the session learns of it now, and when one comes back to the tab. */
function FreshRights() {
  useQuery({ queryKey: ['own-profile'], queryFn: ({ signal }) => loadProfile(signal) });
  return null;
}
