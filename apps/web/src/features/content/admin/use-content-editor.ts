import type { ContentStatus } from '@waygate/contract/content-status';
import type { CallInput, CallOutput, ConflictOf, Endpoint, PartInput } from '@waygate/contract/endpoint';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { forgetDraft, type Draft } from '#features/admin/editor/drafts.ts';
import type { ConflictField } from '#features/admin/records/EditConflict.tsx';
import type { Conflict } from '#features/admin/records/use-record-form.ts';
import { mergeForms } from '#features/admin/records/merge-forms.ts';
import { useDraft } from '#features/admin/editor/use-draft.ts';
import { capitalized } from './capitalized.ts';

/** The form fields that every text has. */
export type ContentForm = { status: ContentStatus; body: string };

/** Updates a text; an edit conflict returns the current text. */
type UpdateEndpoint = Endpoint & Required<Pick<Endpoint, 'params' | 'body' | 'conflict'>>;

/** One kind of texts that staff write. */
export type ContentKind<Form extends ContentForm, Update extends UpdateEndpoint> = {
  /** 'article', for messages. */
  noun: string;
  update: Update;
  /** Takes and answers the same. */
  create: Endpoint & Pick<Update, 'body' | 'response'>;
  blank: Form;
  toForm: (entry: ConflictOf<Update>) => Form;
  revisionOf: (entry: ConflictOf<Update>) => number;
  toText: (form: Form) => PartInput<Update, 'body'>;
  statusOf: (saved: CallOutput<Update>) => ContentStatus;
  /** The fields shown in a conflict. */
  compared: ConflictField<Form>[];
  /** Where the list is, and the key under which it is fetched. */
  listPath: string;
  queryKey: string;
  /** Prefix of the drafts' keys in local storage. */
  draftKey: string;
};

/** What is in the form, what of the record it was made of, and that record's revision. */
type Version<Form> = { form: Form; read: Form; revision: number | undefined };

export type ContentEditing<Form> = {
  form: Form;
  change: (changes: Partial<Form>) => void;
  save: () => void;
  isBusy: boolean;
  error: string;
  errors: Record<string, string>;
  /** The unsaved draft of an earlier visit. */
  draft: Draft | undefined;
  restoreDraft: () => void;
  discardDraft: () => void;
  isDirty: () => boolean;
  /** Discards the draft. */
  discard: () => void;
  conflict: Conflict<Form> | undefined;
};

/**
 * The state of a text editor: the draft is kept locally until it is saved, and never overwrites another version unseen.
 *
 * @param opened the text as it was loaded; undefined for a new one
 */
export function useContentEditor<Form extends ContentForm, Update extends UpdateEndpoint>(
  kind: ContentKind<Form, Update>,
  opened: (ConflictOf<Update> & { id: number }) | undefined,
): ContentEditing<Form> {
  const navigate = useNavigate();
  const draftKey = `${kind.draftKey} ${opened?.id ?? 'new'}`;
  const { send, conflict, reset, ...sending } = useSending(kind, opened?.id);
  const { version, latest, put, change } = useVersion(() => versionOf(kind, opened));
  const isSettled = useRef(false);
  const { found, settle } = useDraft(draftKey, JSON.stringify(version));
  async function save() {
    if (!(await send(latest.current))) return;
    isSettled.current = true;
    forgetDraft(draftKey);
    void navigate(kind.listPath);
  }
  const choiceOver = (entry: ConflictOf<Update>): Conflict<Form> => {
    const theirs = versionOf(kind, entry);
    const { form, read } = version;
    return {
      mine: form,
      entered: form,
      read,
      theirs: theirs.form,
      keepMine: () => {
        const mine = latest.current;
        put({ ...theirs, form: mergeForms({ read: mine.read, mine: mine.form, theirs: theirs.form }) });
        void save();
      },
      takeTheirs: () => {
        put(theirs);
        reset();
      },
    };
  };
  return {
    ...sending,
    form: version.form,
    change,
    save: () => void save(),
    draft: found,
    restoreDraft: () => {
      put(versionIn(found?.text ?? '', latest.current));
      settle(true);
    },
    discardDraft: () => settle(false),
    isDirty: () => !isSettled.current && !isSame(latest.current.form, latest.current.read),
    discard: () => forgetDraft(draftKey),
    conflict: conflict === undefined ? undefined : choiceOver(conflict),
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
  { noun, create, update, toText, statusOf, queryKey }: ContentKind<Form, Update>,
  id: number | undefined,
) {
  // The two endpoints differ only in their paths.
  const endpoint = id === undefined ? (create as Endpoint as Update) : update;
  const { isBusy, error, fieldErrors, conflict, submit, reset } = useAdminMutation(endpoint, {
    success: (saved) =>
      statusOf(saved) === 'published' ? `${capitalized(noun)} published.` : 'Draft saved.',
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

function versionOf<Form extends ContentForm, Update extends UpdateEndpoint>(
  { blank, toForm, revisionOf }: ContentKind<Form, Update>,
  entry: ConflictOf<Update> | undefined,
): Version<Form> {
  if (entry === undefined) return { form: blank, read: blank, revision: undefined };
  const form = toForm(entry);
  return { form, read: form, revision: revisionOf(entry) };
}

/** The stored draft, as far as it still matches the form's fields. */
function versionIn<Form extends object>(text: string, present: Version<Form>): Version<Form> {
  try {
    // Written by this hook, maybe in an older release.
    const kept = JSON.parse(text) as Partial<Version<Form>>;
    return {
      revision: kept.revision ?? present.revision,
      read: { ...present.read, ...kept.read },
      form: { ...present.form, ...kept.form },
    };
  } catch {
    return present;
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
