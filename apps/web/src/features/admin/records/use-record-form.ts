import {
  type CallInput,
  type ConflictOf,
  type Endpoint,
  endpointUrl,
  type PartInput,
} from '@waygate/contract/endpoint';
import { useMemo, useState } from 'react';
import { type MutationTexts, useAdminMutation } from './admin-queries.ts';
import { type FieldMerges, mergeForms, mineBeside, readBeside, type Versions } from './merge-forms.ts';
import { type Fault, type RecordForm, saysSame, useForm } from './use-form.ts';

/** An endpoint that updates a record; an edit conflict returns the current record. */
type EditEndpoint = Endpoint & Required<Pick<Endpoint, 'body' | 'conflict'>>;

type RecordFormOptions<E extends EditEndpoint, Form> = MutationTexts<E> & {
  endpoint: E;
  /** The record as it was when its dialog opened. */
  record: ConflictOf<E>;
  params: PartInput<E, 'params'>;
  toForm: (record: ConflictOf<E>) => Form;
  /** The request body, compared with the base record. */
  toBody: (form: Form, record: ConflictOf<E>) => PartInput<E, 'body'>;
  toFile?: (form: Form) => File | undefined;
  validate?: (form: Form, record: ConflictOf<E>) => Fault | undefined;
  /** Long texts, kept in this browser until they are saved or discarded. */
  drafted?: readonly (keyof Form & string)[];
  /** For fields whose difference 'Keep mine' saves, such as amounts. */
  merges?: FieldMerges<Form>;
};

/** An edit conflict: mine, theirs, and the choice between them. */
export type Conflict<Form> = Versions<Form> & {
  /** What the editor entered, before their difference of an amount went on top of theirs. */
  entered: Form;
  keepMine: () => void;
  takeTheirs: () => void;
};

export type EditedRecord<Form, Kept> = RecordForm<Form> & {
  /** The base record: as opened, or as somebody else saved it since. */
  record: Kept;
  conflict: Conflict<Form> | undefined;
};

/** The form of an existing record: its fields, errors and edit conflicts. */
export function useRecordForm<E extends EditEndpoint, Form extends object>({
  endpoint,
  record: opened,
  params,
  toForm,
  toBody,
  toFile,
  validate,
  merges,
  drafted,
  ...words
}: RecordFormOptions<E, Form>): EditedRecord<Form, ConflictOf<E>> {
  const [read, setRead] = useState(() => ({ record: opened, form: toForm(opened) }));
  const { fault, put, noteTry, ...fields } = useForm(
    nameOf(endpoint, params),
    () => read.form,
    (written) => validate?.(written, read.record),
    drafted,
  );
  const { form } = fields;
  const mutation = useAdminMutation(endpoint, words);
  const { isBusy, error, fieldErrors, conflict, submit, reset } = mutation;
  const tries = useTries<Form>(mutation.isUnanswered);
  const theirs = useTheirs(conflict, toForm);
  const save = (written: Form, over: ConflictOf<E>) => {
    const found = validate?.(written, over);
    noteTry(found);
    tries.note(found ? undefined : written);
    if (found) return reset();
    void submit(inputOf<E>({ params, body: toBody(written, over) }), { file: toFile?.(written) });
  };
  const goOn = (from: typeof read, next: Form) => {
    setRead(from);
    tries.forget();
    put(next);
    reset();
  };
  const choiceOver = (current: typeof read): Conflict<Form> => {
    const known = readBeside({ read: read.form, theirs: current.form }, tries.unanswered, merges);
    const versions = { read: known, mine: form, theirs: current.form };
    const keepMine = () => {
      const merged = mergeForms(versions, merges);
      goOn(current, merged);
      save(merged, current.record);
    };
    const takeTheirs = () => goOn(current, current.form);
    return { ...versions, mine: mineBeside(versions, merges), entered: form, keepMine, takeTheirs };
  };
  return {
    ...fields,
    record: read.record,
    save: () => save(form, read.record),
    isBusy,
    isDirty: toFile?.(form) !== undefined || !saysSame(form, read.form, (said) => toBody(said, read.record)),
    error: fault?.message ?? (theirs ? '' : error),
    errors: fault?.fields ?? fieldErrors,
    conflict: theirs && choiceOver(theirs),
  };
}

/** The record's address, which needs the parameters, if it has any. */
function nameOf(endpoint: Endpoint, params: unknown): string {
  return endpointUrl(endpoint, params as Record<string, unknown> | undefined);
}

/** The parts that every endpoint of this kind has. */
function inputOf<E extends EditEndpoint>(parts: Record<'params' | 'body', unknown>): CallInput<E> {
  return parts as CallInput<E>;
}

/** Made once, since what a form adds, such as keys of lines, would differ each time. */
function useTheirs<Kept, Form>(conflict: Kept | undefined, toForm: (record: Kept) => Form) {
  return useMemo(
    () => (conflict === undefined ? undefined : { record: conflict, form: toForm(conflict) }),
    [conflict, toForm],
  );
}

type Tries<Form> = { last: Form | undefined; unanswered: readonly Form[] };

/** The forms sent in attempts that got no response and may have been saved. */
function useTries<Form>(isUnanswered: boolean) {
  const [{ unanswered }, setTries] = useState<Tries<Form>>(NO_TRIES);
  return {
    unanswered,
    /** Records the form that is about to be sent; undefined when it isn't sent after all. */
    note: (written: Form | undefined) =>
      setTries(({ last, unanswered: before }) => ({
        last: written,
        unanswered: last && isUnanswered ? [...before, last] : before,
      })),
    forget: () => setTries(NO_TRIES),
  };
}

const NO_TRIES = { last: undefined, unanswered: [] };
