import { type ContentState, contentStateAt } from '@waygate/contract/content-status';
import type { CallInput, CallOutput, ConflictOf, Endpoint, PartInput } from '@waygate/contract/endpoint';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import type { ConflictField } from '#features/admin/records/EditConflict.tsx';
import type { Conflict } from '#features/admin/records/use-record-form.ts';
import { mergeForms } from '#features/admin/records/merge-forms.ts';
import { capitalized } from './capitalized.ts';
import type { PublishingForm } from './publishing-form.rules.ts';
import type { RevisionEndpoints } from './revisions/revisions.ts';
import { useDrafts, type Version } from './use-drafts.ts';
import type { DraftEndpoints, DraftState } from './use-server-draft.ts';

/** The form fields that every text has. */
export type ContentForm = PublishingForm & { body: string };

/** Updates a text; an edit conflict returns the current text. */
type UpdateEndpoint = Endpoint & Required<Pick<Endpoint, 'params' | 'body' | 'conflict'>>;

/** One kind of texts that staff write. */
export type ContentKind<Form extends ContentForm, Update extends UpdateEndpoint> = {
  /** 'article', for messages. */
  noun: string;
  update: Update;
  /** Takes and answers the same. */
  create: Endpoint & Pick<Update, 'body' | 'response'>;
  drafts: DraftEndpoints;
  revisions: RevisionEndpoints;
  /** The fields of a revision that are compared. */
  revisionLabels: Record<string, string>;
  blank: Form;
  toForm: (entry: ConflictOf<Update>) => Form;
  revisionOf: (entry: ConflictOf<Update>) => number;
  toText: (form: Form) => PartInput<Update, 'body'>;
  publishingOf: (saved: CallOutput<Update>) => Parameters<typeof contentStateAt>[1];
  /** The fields shown in a conflict. */
  compared: ConflictField<Form>[];
  /** Where the list is, and the key under which it is fetched. */
  listPath: string;
  queryKey: string;
  /** Prefix of the drafts' keys in local storage. */
  draftKey: string;
};

export type ContentEditing<Form> = {
  form: Form;
  change: (changes: Partial<Form>) => void;
  save: () => void;
  isBusy: boolean;
  error: string;
  errors: Record<string, string>;
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
  /** Returns to the list, after the text was saved elsewhere. */
  leave: () => void;
  conflict: Conflict<Form> | undefined;
};

/**
 * The state of a text editor: the draft is kept in the browser and on the server until it is saved, and never overwrites another
 * version unseen.
 *
 * @param opened the text as it was loaded; undefined for a new one
 */
export function useContentEditor<Form extends ContentForm, Update extends UpdateEndpoint>(
  kind: ContentKind<Form, Update>,
  opened: (ConflictOf<Update> & { id: number }) | undefined,
): ContentEditing<Form> {
  const navigate = useNavigate();
  const { send, conflict, reset, ...sending } = useSending(kind, opened?.id);
  const { version, latest, put, change } = useVersion(() => versionOf(kind, opened));
  const drafts = useDrafts(kind, opened?.id, version);
  const isSettled = useRef(false);
  async function save() {
    await drafts.pause();
    if (!(await send(latest.current))) return drafts.resume();
    leave();
  }
  const leave = () => {
    isSettled.current = true;
    drafts.forget();
    void navigate(kind.listPath);
  };
  const choiceOver = (entry: ConflictOf<Update>): Conflict<Form> => {
    const theirs = versionOf(kind, entry);
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
  };
  // A draft of an earlier visit may be of a revision that somebody has replaced since.
  const isDraftOld = opened !== undefined && (version.revision ?? 0) < kind.revisionOf(opened);
  const theirs = conflict ?? (isDraftOld ? opened : undefined);
  return {
    ...sending,
    form: version.form,
    change,
    save: () => void save(),
    draft: drafts.found,
    draftState: drafts.state,
    retryDraft: drafts.retry,
    restoreDraft: () => {
      put(drafts.found?.versionOver(versionOf(kind, opened)) ?? latest.current);
      drafts.settle(true);
    },
    discardDraft: () => drafts.settle(false),
    isDirty: () => !isSettled.current && !isSame(latest.current.form, latest.current.read),
    discard: drafts.discard,
    leave,
    conflict: theirs === undefined ? undefined : choiceOver(theirs),
  };
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

function useSending<Form extends ContentForm, Update extends UpdateEndpoint>(
  { noun, create, update, toText, publishingOf, queryKey }: ContentKind<Form, Update>,
  id: number | undefined,
) {
  // The two endpoints differ only in their paths.
  const endpoint = id === undefined ? (create as Endpoint as Update) : update;
  const { isBusy, error, fieldErrors, conflict, submit, reset } = useAdminMutation(endpoint, {
    success: (saved) => savedText(noun, contentStateAt(new Date(), publishingOf(saved))),
    failure: `Failed to ${id === undefined ? 'create' : 'update'} ${noun}`,
    invalidates: [[queryKey], ['audit']],
  });
  const send = ({ form, revision }: Version<Form>) => {
    const body = { ...Object(toText(form)), ...(revision !== undefined && { revision }) };
    // Every endpoint of this kind takes these parts.
    return submit({ ...(id !== undefined && { params: { id: String(id) } }), body } as CallInput<Update>);
  };
  return { send, isBusy, error: conflict === undefined ? error : '', errors: fieldErrors, conflict, reset };
}

function savedText(noun: string, state: ContentState): string {
  switch (state) {
    case 'draft':
      return 'Draft saved.';
    case 'scheduled':
      return `${capitalized(noun)} scheduled.`;
    case 'live':
      return `${capitalized(noun)} published.`;
    case 'ended':
      return `${capitalized(noun)} saved.`;
  }
}

function versionOf<Form extends ContentForm, Update extends UpdateEndpoint>(
  { blank, toForm, revisionOf }: ContentKind<Form, Update>,
  entry: ConflictOf<Update> | undefined,
): Version<Form> {
  if (entry === undefined) return { form: blank, read: blank, revision: undefined };
  const form = toForm(entry);
  return { form, read: form, revision: revisionOf(entry) };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
