import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createAdminQueryClient } from '#features/admin/records/admin-queries.ts';
import { SudoProvider } from '#features/sudo/SudoProvider.tsx';
import { loadProfile } from '#features/sign-in/use-profile.ts';
import { Toasts } from '#ui/admin/Toasts.tsx';
import { LeaveWatch } from './LeaveWatch.tsx';

/** The context of every admin page: query cache, toasts, current rights, sudo and the guard for unsaved changes. */
export function AdminProviders({ children }: { children: ReactNode }) {
  const [client] = useState(createAdminQueryClient);
  return (
    <QueryClientProvider client={client}>
      <Toasts>
        <RefreshRights />
        <SudoProvider>
          <LeaveWatch>{children}</LeaveWatch>
        </SudoProvider>
      </Toasts>
    </QueryClientProvider>
  );
}

/** Rights may have changed since sign-in; the session is refreshed now and when the tab regains focus. */
function RefreshRights() {
  useQuery({ queryKey: ['own-profile'], queryFn: ({ signal }) => loadProfile(signal) });
  return null;
}
