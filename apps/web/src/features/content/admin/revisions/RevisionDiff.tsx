import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { ListSkeleton } from '#features/admin/lists/ListSkeleton.tsx';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { SelectField } from '#ui/admin/fields/SelectField.tsx';
import { Button } from '#ui/Button.tsx';
import { Failure } from '#ui/Failure.tsx';
import { Notice } from '#ui/Notice.tsx';
import type { TextParams } from '#features/content/admin/use-server-draft.ts';
import type { RevisionEndpoints, RevisionFields, RevisionsProps } from './revisions.ts';
import styles from './RevisionsDialog.module.css';
import { diffTexts } from './text-diff.ts';

/** What restoring leaves as it is. */
const PUBLISHING_LABELS = { status: 'Status', publishedAt: 'Publish at', publishedUntil: 'Publish until' };

type RevisionDiffProps = RevisionsProps & {
  revision: number;
  /** The revision before it; undefined for the oldest. */
  before: number | undefined;
};

/** One revision next to the one before or to the text now, and the way to restore it. */
export function RevisionDiff(props: RevisionDiffProps) {
  const { endpoints, params, revision, before, currentRevision, labels } = props;
  const isCurrent = revision === currentRevision;
  const [base, setBase] = useState<'before' | 'now'>('before');
  const chosen = useRevision(endpoints, params, revision);
  const other = useRevision(endpoints, params, base === 'now' ? currentRevision : before);
  const error = chosen.error ?? other.error;
  return (
    <section className={styles.diff} aria-label="What is different">
      {!isCurrent && (
        <SelectField
          label="Compare with"
          name="base"
          options={[
            { value: 'before', label: 'The revision before' },
            { value: 'now', label: 'The text now: what restoring changes' },
          ]}
          value={base}
          onChange={({ target }) => setBase(target.value === 'now' ? 'now' : 'before')}
        />
      )}
      {error ? (
        <Failure message={messageOf(error, "The revision couldn't be loaded.")} onRetry={chosen.retry} />
      ) : chosen.fields && other.fields ? (
        <Differences
          labels={base === 'now' ? labels : { ...PUBLISHING_LABELS, ...labels }}
          before={other.fields}
          after={chosen.fields}
        />
      ) : (
        <ListSkeleton caption="the revision" />
      )}
      {!isCurrent && <Restore {...props} />}
    </section>
  );
}

function useRevision(
  { read }: RevisionEndpoints,
  params: TextParams,
  revision: number | undefined,
): { fields: RevisionFields | undefined; error: Error | null; retry: () => void } {
  const input = { params: { ...params, revision: String(revision) } };
  const { data, error, refetch } = useQuery({
    queryKey: [read.path, input.params],
    queryFn: ({ signal }) => call(read, input, { signal }),
    enabled: revision !== undefined,
    // A revision never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    // The oldest one is compared with an empty text.
    fields: revision === undefined ? {} : data?.fields,
    error,
    retry: () => void refetch(),
  };
}

const TAGS = { added: 'ins', removed: 'del', same: 'span' } as const;

type DifferencesProps = { labels: Record<string, string>; before: RevisionFields; after: RevisionFields };

function Differences({ labels, before, after }: DifferencesProps) {
  const changed = Object.entries(labels).filter(([name]) => (before[name] ?? '') !== (after[name] ?? ''));
  if (changed.length === 0) return <p>There is no difference.</p>;
  return (
    <section
      className={styles.fields}
      aria-label="Changed fields"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      {changed.map(([name, label]) => (
        <div key={name}>
          <h3>{label}</h3>
          <p className={styles.text}>
            {diffTexts(before[name] ?? '', after[name] ?? '').map(({ id, kind, text }) => {
              const Tag = TAGS[kind];
              return <Tag key={id}>{text}</Tag>;
            })}
          </p>
        </div>
      ))}
    </section>
  );
}

function Restore({
  endpoints,
  params,
  revision,
  currentRevision,
  restoring,
  isDirty,
  queryKey,
  onRestored,
}: RevisionDiffProps) {
  const { submit, isBusy, error } = useAdminMutation(endpoints.restore, {
    success: 'Revision restored.',
    failure: "The revision couldn't be restored.",
    invalidates: [[queryKey], ['audit']],
    onSuccess: onRestored,
  });
  const input = { params: { ...params, revision: String(revision) } };
  return (
    <div className={styles.restore}>
      {error && <Notice tone="error">{error}</Notice>}
      <p>
        {isDirty
          ? 'The form has unsaved changes. Save or discard them before you restore a revision.'
          : restoring}
      </p>
      <Button
        isBusy={isBusy}
        disabled={isDirty}
        onClick={() => void submit({ ...input, body: { revision: currentRevision } })}
      >
        Restore this revision
      </Button>
    </div>
  );
}
