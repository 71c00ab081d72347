import { useQuery } from '@tanstack/react-query';
import { previewRedelivery } from '@waygate/contract/redeliveries/redeliveries.endpoints';
import { useState } from 'react';
import { ApiError, messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { useKeptForm } from '#features/admin/records/use-form.ts';
import { Failure } from '#ui/Failure.tsx';
import {
  EMPTY_FIELDS,
  type LostErrors,
  type LostFields,
  type LostQuery,
  lostQueryOf,
} from './lost-form.rules.ts';
import { LostForm } from './LostForm.tsx';
import styles from './RedeliverAdmin.module.css';
import { RedeliveryList } from './RedeliveryList.tsx';
import { RedeliveryPreview } from './RedeliveryPreview.tsx';

/** Sends deliveries to the game again, after it was restored or wiped: what was lost, a dry run, the progress. */
export function RedeliverAdmin() {
  const [fields, setFields] = useKeptForm('redelivery', () => EMPTY_FIELDS);
  const [errors, setErrors] = useState<LostErrors>({});
  // Each press counts again: the number may have changed.
  const [asked, setAsked] = useState<{ query: LostQuery; at: number }>();
  const query = asked?.query;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['redelivery-preview', asked],
    queryFn: ({ signal }) => call(previewRedelivery, { query: query ?? EMPTY_QUERY }, { signal }),
    enabled: query !== undefined,
    // Counted when somebody asks for it, not whenever the window gets the focus.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const change = (changes: Partial<LostFields>) => {
    setFields({ ...fields, ...changes });
    setErrors({});
    // It would be the preview of something else.
    setAsked(undefined);
  };
  const submit = () => {
    const now = new Date();
    const wanted = lostQueryOf(fields, now);
    setErrors('errors' in wanted ? wanted.errors : {});
    setAsked('errors' in wanted ? undefined : { query: wanted.query, at: now.getTime() });
  };
  const targetError = error instanceof ApiError && error.code === 'not_found' ? error.message : undefined;
  return (
    <div className={styles.page}>
      <p className={styles.lead}>
        Sends what the game has lost again: after it was restored from a backup, or for a new season. Nothing
        is sent before you have seen the number and confirmed it.
      </p>
      <LostForm
        fields={fields}
        errors={targetError === undefined ? errors : { target: targetError }}
        isBusy={isFetching}
        onChange={change}
        onSubmit={submit}
      />
      {query && error && targetError === undefined && (
        <Failure message={messageOf(error, "It couldn't be counted.")} onRetry={() => void refetch()} />
      )}
      {query && data && !error && (
        <RedeliveryPreview
          key={data.until}
          preview={data}
          query={query}
          onStarted={() => {
            setFields(EMPTY_FIELDS);
            setAsked(undefined);
          }}
        />
      )}
      <RedeliveryList />
    </div>
  );
}

/** Never sent: the query waits until there is a question. */
const EMPTY_QUERY: LostQuery = { mode: 'same_keys', scope: 'everything' };
