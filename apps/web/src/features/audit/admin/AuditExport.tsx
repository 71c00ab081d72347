import { exportAuditEntries } from '@waygate/contract/audit/audit.endpoints';
import type { CallInput } from '@waygate/contract/endpoint';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { callFile } from '#api/call-file.ts';
import { saveBlob } from '#features/admin/lists/csv.ts';
import { useToast } from '#ui/admin/use-toast.ts';
import { Button } from '#ui/Button.tsx';

/** Saves the filtered log as a file that the server writes. */
export function AuditExport({ query }: { query: Record<string, string> }) {
  const toast = useToast();
  const [isBusy, setIsBusy] = useState(false);
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  async function save() {
    setIsBusy(true);
    abort.current = new AbortController();
    const { signal } = abort.current;
    try {
      // An address may hold any filter; the server rejects unknown ones.
      const input = { query } as CallInput<typeof exportAuditEntries>;
      const { name, blob } = await callFile(exportAuditEntries, input, { signal });
      if (signal.aborted) return;
      saveBlob(name, blob);
      toast('Audit log exported.');
    } catch (error) {
      if (!signal.aborted) toast(`Failed to export the audit log. ${messageOf(error, '')}`.trim(), 'error');
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <Button look="secondary" isBusy={isBusy} onClick={() => void save()}>
      <Download aria-hidden size={18} /> Export CSV
    </Button>
  );
}
