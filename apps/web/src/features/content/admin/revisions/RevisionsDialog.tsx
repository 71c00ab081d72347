import { useQuery } from '@tanstack/react-query';
import type { RevisionItem } from '@waygate/contract/content/history.schemas';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { ListSkeleton } from '#features/admin/lists/ListSkeleton.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Failure } from '#ui/Failure.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { RevisionDiff } from './RevisionDiff.tsx';
import type { RevisionsProps } from './revisions.ts';
import styles from './RevisionsDialog.module.css';

/** The kept revisions of a text: what each of them changed, and what restoring it would. */
export function RevisionsDialog(props: RevisionsProps) {
  const { endpoints, params, onClose } = props;
  const text = { params };
  const { data, error, refetch } = useQuery({
    queryKey: [endpoints.list.path, params],
    queryFn: ({ signal }) => call(endpoints.list, text, { signal }),
    gcTime: 0,
  });
  return (
    <Dialog title="Revisions" isWide onClose={onClose}>
      {data ? (
        <Revisions {...props} revisions={data.revisions} />
      ) : error ? (
        <Failure
          message={messageOf(error, "The revisions couldn't be loaded.")}
          onRetry={() => void refetch()}
        />
      ) : (
        <ListSkeleton caption="the revisions" />
      )}
    </Dialog>
  );
}

function Revisions({ revisions, ...props }: RevisionsProps & { revisions: RevisionItem[] }) {
  const [chosen, setChosen] = useState(revisions[0]?.revision);
  if (chosen === undefined) return <p>No revisions yet. The next save keeps this text as the first.</p>;
  const index = revisions.findIndex(({ revision }) => revision === chosen);
  return (
    <div className={styles.revisions}>
      <ol className={styles.list} aria-label="Revisions">
        {revisions.map(({ revision, author, savedAt }) => (
          <li key={revision}>
            <button
              type="button"
              aria-pressed={revision === chosen}
              className={styles.choice}
              onClick={() => setChosen(revision)}
            >
              <LocalTime value={savedAt} />
              <span className={styles.author}>
                {author ?? 'Unknown author'}
                {revision === props.currentRevision && ' · the text now'}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <RevisionDiff key={chosen} {...props} revision={chosen} before={revisions[index + 1]?.revision} />
    </div>
  );
}
