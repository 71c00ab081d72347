import { useQuery } from '@tanstack/react-query';
import { getAuditEntry } from '@waygate/contract/audit/audit.endpoints';
import { AUDIT_LABELS, type AuditEntry } from '@waygate/contract/audit/audit.schemas';
import { messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { ListSkeleton } from '#features/admin/lists/ListSkeleton.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Failure } from '#ui/Failure.tsx';
import { AuditChanges } from './AuditChanges.tsx';
import styles from './AuditEntryDialog.module.css';
import { changesOf } from './audit-labels.ts';

type AuditEntryDialogProps = {
  /** As the list loaded it. */
  entry: AuditEntry;
  onClose: () => void;
};

/** All changes of an entry, of which the list shows excerpts. */
export function AuditEntryDialog({ entry, onClose }: AuditEntryDialogProps) {
  const { entryId, kind, isCut } = entry;
  const { data, error, refetch } = useQuery({
    queryKey: ['audit entry', entryId],
    queryFn: ({ signal }) => call(getAuditEntry, { params: { id: String(entryId) } }, { signal }),
    // Audit entries never change.
    staleTime: Infinity,
    ...(!isCut && { initialData: entry }),
  });
  return (
    <Dialog title={AUDIT_LABELS[kind]} isWide onClose={onClose}>
      {data && (
        <div className={styles.whole}>
          <AuditChanges entry={data} changes={changesOf(data)} />
          <details>
            <summary>Details</summary>
            <pre>{JSON.stringify({ before: data.before, after: data.after }, undefined, 2)}</pre>
          </details>
        </div>
      )}
      {!data && !error && <ListSkeleton caption="the entry" />}
      {!data && error && (
        <Failure
          message={messageOf(error, "This entry couldn't be loaded.")}
          onRetry={() => void refetch()}
        />
      )}
    </Dialog>
  );
}
