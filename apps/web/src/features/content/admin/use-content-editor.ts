import { type ContentState, contentStateAt } from '@waygate/contract/content-status';
import type { CallInput, CallOutput, ConflictOf, Endpoint, PartInput } from '@waygate/contract/endpoint';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import type { ConflictField } from '#features/admin/records/EditConflict.tsx';
import { capitalized } from './capitalized.ts';
import type { PublishingForm } from './publishing-form.rules.ts';
import type { RevisionEndpoints } from './revisions/revisions.ts';
import { type DraftedForm, type DraftedKind, useDraftedForm } from './use-drafted-form.ts';
import type { Version } from './use-drafts.ts';

/** The form fields that every text has. */
export type ContentForm = PublishingForm & { body: string };

/** Updates a text; an edit conflict returns the current text. */
type UpdateEndpoint = Endpoint & Required<Pick<Endpoint, 'params' | 'body' | 'conflict'>>;

/** One kind of texts that staff write. */
export type ContentKind<Form extends ContentForm, Update extends UpdateEndpoint> = DraftedKind<
  Form,
  ConflictOf<Update>
> & {
  /** 'article', for messages. */
  noun: string;
  update: Update;
  /** Takes and answers the same. */
  create: Endpoint & Pick<Update, 'body' | 'response'>;
  revisions: RevisionEndpoints;
  /** The fields of a revision that are compared. */
  revisionLabels: Record<string, string>;
  blank: Form;
  toText: (form: Form) => PartInput<Update, 'body'>;
  publishingOf: (saved: CallOutput<Update>) => Parameters<typeof contentStateAt>[1];
  /** The fields shown in a conflict. */
  compared: ConflictField<Form>[];
  /** Where the list is, and the key under which it is fetched. */
  listPath: string;
  queryKey: string;
};

export type ContentEditing<Form> = DraftedForm<Form> & {
  isBusy: boolean;
  error: string;
  errors: Record<string, string>;
};

/**
 * The state of a text editor, which returns to the list when the text is saved.
 *
 * @param opened the text as it was loaded; undefined for a new one
 */
export function useContentEditor<Form extends ContentForm, Update extends UpdateEndpoint>(
  kind: ContentKind<Form, Update>,
  opened: (ConflictOf<Update> & { id: number }) | undefined,
): ContentEditing<Form> {
  const navigate = useNavigate();
  const { send, sent, current, reset, errors, ...sending } = useSending(kind, opened?.id);
  const editing = useDraftedForm<Form, ConflictOf<Update>>({
    kind,
    params: { id: opened === undefined ? 'new' : String(opened.id) },
    opened,
    blank: () => kind.blank,
    send,
    current,
    reset,
    onSettled: () => void navigate(kind.listPath),
  });
  return {
    ...sending,
    ...editing,
    isBusy: sending.isBusy || editing.isSaving,
    errors: withoutCorrected(errors, sent, editing.form),
  };
}

/** What the server refused stands next to a field until its value is another one. */
function withoutCorrected<Form extends ContentForm>(
  errors: Record<string, string>,
  sent: Form | undefined,
  form: Form,
): Record<string, string> {
  const [before, now] = [Object(sent), Object(form)];
  return Object.fromEntries(Object.entries(errors).filter(([name]) => before[name] === now[name]));
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
  const [sent, setSent] = useState<Form>();
  const send = ({ form, revision }: Version<Form>) => {
    setSent(form);
    const body = { ...Object(toText(form)), ...(revision !== undefined && { revision }) };
    // Every endpoint of this kind takes these parts.
    return submit({ ...(id !== undefined && { params: { id: String(id) } }), body } as CallInput<Update>);
  };
  const shownError = conflict === undefined ? error : '';
  return { send, sent, isBusy, error: shownError, errors: fieldErrors, current: conflict, reset };
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
