import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { loadProfile } from '#features/accounts/use-profile.ts';
import { Toasts } from '#ui/admin/Toasts.tsx';
import { createAdminQueryClient } from './admin-queries.ts';

/** What every page of the admin area stands in: fetched content, toasts, and rights that are up to date. */
export function AdminProviders({ children }: { children: ReactNode }) {
  const [client] = useState(createAdminQueryClient);
  return (
    <QueryClientProvider client={client}>
      <Toasts>
        <FreshRights />
        {children}
      </Toasts>
    </QueryClientProvider>
  );
}

/** Rights can have changed since sign-in; the session learns of it now, and when one comes back to the tab. */
function FreshRights() {
  useQuery({ queryKey: ['own-profile'], queryFn: ({ signal }) => loadProfile(signal) });
  return null;
}
