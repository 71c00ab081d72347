import { useRef, useState } from 'react';
import { mergeForms } from '#features/admin/records/merge-forms.ts';
import type { Conflict } from '#features/admin/records/use-record-form.ts';
import { type DraftKind, type TextParams, useDrafts, type Version, writtenAs } from './use-drafts.ts';
import type { DraftState } from './use-server-draft.ts';

/** How records of one kind become a form. */
export type DraftedKind<Form, Entry> = DraftKind<Form> & {
  toForm: (entry: Entry) => Form;
  revisionOf: (entry: Entry) => number;
};

export type DraftedForm<Form> = {
  form: Form;
  change: (changes: Partial<Form>) => void;
  save: () => void;
  /** From the press on Save until the answer, drafts under way included. */
  isSaving: boolean;
  /** The unsaved draft of an earlier visit. */
  draft: { savedAt: string } | undefined;
  /** Whether this visit's own draft is on the server. */
  draftState: DraftState;
  retryDraft: () => void;
  restoreDraft: () => void;
  discardDraft: () => void;
  isDirty: () => boolean;
  /** Discards the draft. */
  discard: () => void;
  /** The record was saved elsewhere, and the draft with it. */
  settle: () => void;
  conflict: Conflict<Form> | undefined;
};

type Parts<Form, Entry> = {
  kind: DraftedKind<Form, Entry>;
  /** What names the record in the drafts' addresses. */
  params: TextParams;
  /** The record as it was loaded; undefined for a new one. */
  opened: Entry | undefined;
  /** The form of a new one. */
  blank: () => Form;
  /** Resolves to whether it was saved. */
  send: (version: Version<Form>) => Promise<boolean>;
  /** The record as somebody else saved it meanwhile. */
  current: Entry | undefined;
  /** Clears the last failure. */
  reset: () => void;
  onSettled: () => void;
};

/**
 * The state of a form whose draft is kept in the browser and on the server until it is saved, and never overwrites another version
 * unseen.
 */
export function useDraftedForm<Form extends object, Entry>({
  kind,
  params,
  opened,
  blank,
  send,
  current,
  reset,
  onSettled,
}: Parts<Form, Entry>): DraftedForm<Form> {
  const versionOf = (entry: Entry | undefined): Version<Form> => {
    const form = entry === undefined ? blank() : kind.toForm(entry);
    return { form, read: form, revision: entry === undefined ? undefined : kind.revisionOf(entry) };
  };
  const { version, latest, put, change } = useVersion(() => versionOf(opened));
  const drafts = useDrafts(kind, params, version);
  const isSettled = useRef(false);
  const settle = () => {
    isSettled.current = true;
    drafts.forget();
    onSettled();
  };
  const { isSaving, run: save } = useOnce(async () => {
    await drafts.pause();
    if (!(await send(latest.current))) return drafts.resume();
    settle();
  });
  // A draft of an earlier visit may be of a revision that somebody has replaced since.
  const isDraftOld = opened !== undefined && (version.revision ?? 0) < kind.revisionOf(opened);
  const theirs = current ?? (isDraftOld ? opened : undefined);
  return {
    form: version.form,
    change,
    save: () => void save(),
    isSaving,
    draft: drafts.found,
    draftState: drafts.state,
    retryDraft: drafts.retry,
    restoreDraft: () => {
      put(drafts.found?.versionOver(versionOf(opened)) ?? latest.current);
      drafts.settle(true);
    },
    discardDraft: () => drafts.settle(false),
    isDirty: () => !isSettled.current && !saysSame(kind, latest.current),
    discard: drafts.discard,
    settle,
    conflict: theirs && choiceOver(versionOf(theirs), { version, latest, put, save, reset }),
  };
}

type Choosing<Form extends object> = Omit<ReturnType<typeof useVersion<Form>>, 'change'> & {
  save: () => Promise<void>;
  reset: () => void;
};

/** The two versions of a record that somebody else has saved meanwhile. */
function choiceOver<Form extends object>(
  theirs: Version<Form>,
  { version, latest, put, save, reset }: Choosing<Form>,
): Conflict<Form> {
  const versions = { read: version.read, mine: version.form, theirs: theirs.form };
  return {
    ...versions,
    entered: version.form,
    keepMine: () => {
      put({ ...theirs, form: mergeForms({ ...versions, mine: latest.current.form }) });
      void save();
    },
    takeTheirs: () => {
      put(theirs);
      reset();
    },
  };
}

/** Runs the work unless it runs already. */
function useOnce(work: () => Promise<void>) {
  const [isSaving, setIsSaving] = useState(false);
  // A ref, because a second press may come before the button is rendered busy.
  const isRunning = useRef(false);
  const run = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsSaving(true);
    try {
      await work();
    } finally {
      isRunning.current = false;
      setIsSaving(false);
    }
  };
  return { isSaving, run };
}

function useVersion<Form extends object>(open: () => Version<Form>) {
  const [version, setVersion] = useState(open);
  // Updated before rendering, so that typing right before saving or leaving loses nothing.
  const latest = useRef(version);
  const put = (next: Version<Form>) => {
    latest.current = next;
    setVersion(next);
  };
  return {
    version,
    latest,
    put,
    // Uses the form's current state: a picture upload may have taken a while.
    change: (changes: Partial<Form>) =>
      put({ ...latest.current, form: { ...latest.current.form, ...changes } }),
  };
}

function saysSame<Form extends object>(kind: DraftKind<Form>, { form, read }: Version<Form>): boolean {
  return JSON.stringify(writtenAs(kind, form)) === JSON.stringify(writtenAs(kind, read));
}
