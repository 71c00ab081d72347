import { exportAuditEntries } from '@waygate/contract/audit/audit.endpoints';
import type { CallInput } from '@waygate/contract/endpoint';
import { messageOf } from '#api/api-error.ts';
import { callFile } from '#api/call-file.ts';
import { saveBlob } from '#features/admin/lists/csv.ts';
import { ExportButton } from '#features/admin/lists/ExportButton.tsx';
import { useToast } from '#ui/admin/use-toast.ts';

/** Saves the filtered log as a file that the server writes. */
export function AuditExport({ query }: { query: Record<string, string> }) {
  const toast = useToast();
  return (
    <ExportButton
      load={async (signal) => {
        // An address may hold any filter; the server rejects unknown ones.
        const input = { query } as CallInput<typeof exportAuditEntries>;
        const { name, blob } = await callFile(exportAuditEntries, input, { signal });
        return () => {
          saveBlob(name, blob);
          toast('Audit log exported.');
        };
      }}
      failureOf={(error) => `Failed to export the audit log. ${messageOf(error, '')}`.trim()}
    />
  );
}
