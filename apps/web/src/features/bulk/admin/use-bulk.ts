import { useQueryClient } from '@tanstack/react-query';
import { checkBulk, runBulk, startBulk } from '@waygate/contract/bulk/bulk.endpoints';
import {
  BULK_CHECKED_LINES,
  type BulkActionInput,
  type BulkProgress,
} from '@waygate/contract/bulk/bulk.schemas';
import { useEffect, useRef, useState } from 'react';
import { isCancelled, messageOf } from '#api/api-error.ts';
import { TODAY_KEY } from '#features/admin/use-today.ts';
import { call } from '#api/call.ts';
import { createUuid } from '#api/uuid.ts';
import { ACTION_WAIT_MS } from '#features/actions/admin/use-action.ts';
import { useSudo } from '#features/sudo/sudo.ts';
import { type CheckedLine, withoutRepeated } from './bulk-form.rules.ts';

const BULK_KEYS = [['bulk'], ['users'], ['user'], ['benefits'], ['deliveries'], ['inventory'], ['audit']];

type Started = { what: BulkActionInput; accounts: number[]; reason: string };

/** Checks a list, carries it out part by part, and goes on with one that was interrupted. Closing the dialog stops it. */
export function useBulk() {
  const client = useQueryClient();
  const withSudo = useSudo();
  // A second press, or another try after a lost answer, is the same list. Other fields are another list.
  const [id, setId] = useState(createUuid);
  const [checked, setChecked] = useState<CheckedLine[]>();
  const [progress, setProgress] = useState<BulkProgress>();
  const { busy, setBusy, error, attempt } = useAttempt();
  // A check writes nothing. After a lost response, it's unknown what was written.
  const write = (work: (signal: AbortSignal) => Promise<void>) =>
    attempt('Performing…', (signal) =>
      work(signal).finally(() => {
        for (const queryKey of [...BULK_KEYS, TODAY_KEY]) void client.invalidateQueries({ queryKey });
      }),
    );
  const runToEnd = (listId: string, signal: AbortSignal) =>
    // A long list may outlast the time in which nobody is asked again.
    runInParts(
      () => withSudo(() => call(runBulk, { params: { id: listId } }, { signal })),
      (now) => {
        setProgress(now);
        setBusy(`${(now.total - now.waiting).toLocaleString()} of ${now.total.toLocaleString()}…`);
      },
    );
  return {
    busy,
    error,
    /** What a check found; undefined before, and after a change of the form. */
    checked,
    progress,
    /** The form has changed: it is to be checked again, and is another list. */
    forget: () => {
      setChecked(undefined);
      setId(createUuid());
    },
    check: (what: BulkActionInput, lines: string[]) =>
      attempt('Checking…', async (signal) => {
        const onChecked = (count: number) =>
          setBusy(`Checking ${count.toLocaleString()} of ${lines.length.toLocaleString()}…`);
        setChecked(withoutRepeated(await checkInParts({ what, lines }, { signal, onChecked })));
      }),
    carryOut: (list: Started) =>
      write(async (signal) => {
        await new Promise((resolve) => setTimeout(resolve, ACTION_WAIT_MS));
        signal.throwIfAborted();
        const started = await withSudo(() => call(startBulk, { body: { id, ...list } }, { signal }));
        setProgress(started);
        await runToEnd(started.id, signal);
      }),
    onStopped: setProgress,
    goOn: (listId: string) => write((signal) => runToEnd(listId, signal)),
  };
}

/** The label of the running step, and why the last attempt failed. Leaving the page ends it. */
function useAttempt() {
  const [busy, setBusy] = useState('');
  const [error, setError] = useState('');
  const left = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    left.current = controller;
    return () => controller.abort();
  }, []);
  const attempt = async (text: string, work: (signal: AbortSignal) => Promise<void>) => {
    const { signal } = left.current;
    setBusy(text);
    setError('');
    try {
      await work(signal);
    } catch (failure) {
      if (!signal.aborted && !isCancelled(failure))
        setError(messageOf(failure, 'The list stopped. Accounts that are done stay done. Try again.'));
    } finally {
      setBusy('');
    }
  };
  return { busy, setBusy, error, attempt };
}

async function runInParts(
  run: () => Promise<BulkProgress>,
  onRun: (now: BulkProgress) => void,
): Promise<void> {
  for (;;) {
    const now = await run();
    onRun(now);
    if (now.waiting === 0) return;
  }
}

async function checkInParts(
  { what, lines }: { what: BulkActionInput; lines: string[] },
  { signal, onChecked }: { signal: AbortSignal; onChecked: (count: number) => void },
): Promise<CheckedLine[]> {
  const found: CheckedLine[] = [];
  for (let from = 0; from < lines.length; from += BULK_CHECKED_LINES) {
    const part = lines.slice(from, from + BULK_CHECKED_LINES);
    found.push(...(await call(checkBulk, { body: { what, lines: part } }, { signal })).lines);
    onChecked(found.length);
  }
  return found;
}
