import { useEffect, useEffectEvent, useState } from 'react';
import { dropKeptInput, findKeptInput, keepInput } from '#api/kept-input.ts';
import { beforeSessionEnds, type StoredSession } from '#api/session.ts';
import { type FormDraft, useFormDraft } from './use-form-draft.ts';

/** Why a form can't be sent: a message, and one for each invalid field. */
export type Fault = { message: string; fields: Record<string, string> };

/** A form in a dialog with the result of the last save. */
export type RecordForm<Form> = {
  form: Form;
  change: (changes: Partial<Form>) => void;
  save: () => void;
  isBusy: boolean;
  /** Whether unsaved input would be lost. */
  isDirty: boolean;
  /** Why the last attempt failed; '' when it didn't. */
  error: string;
  /** Errors of single fields, by the field's name. */
  errors: Record<string, string>;
  /** Texts of an earlier visit that were never saved. */
  draft?: FormDraft | undefined;
};

/**
 * What is in a form. It comes back when staff open the form again after their session has ended.
 *
 * @param name of the form in what is kept meanwhile
 * @param drafted long texts, which are offered again when the page was lost as well
 * @returns the form, what sets it, the draft of an earlier visit, and whether anything was entered, also before the sign-in
 */
export function useKeptForm<Form extends object>(
  name: string,
  blank: () => Form,
  drafted: readonly (keyof Form & string)[] = NOTHING,
) {
  const [form, setForm] = useState<Form>(() => withKept(blank(), findKeptInput(name)));
  const keep = useEffectEvent((session: StoredSession) => keepInput(name, changesOf(form, blank()), session));
  useEffect(() => {
    dropKeptInput(name);
    return beforeSessionEnds((session) => keep(session));
  }, [name]);
  const change = (changes: Partial<Form>) => setForm((current) => ({ ...current, ...changes }));
  const draft = useFormDraft(name, { form, before: blank(), fields: drafted, change });
  const [opened] = useState(blank);
  const isDirty = Object.keys(changesOf(form, opened)).length > 0;
  return [form, setForm, draft, isDirty] as const;
}

/**
 * Fields with their errors, which are validated from the first save on.
 *
 * @param name of the form in what is kept while staff sign in again
 * @param drafted long texts, which are kept when the page is left as well
 */
export function useForm<Form extends object>(
  name: string,
  blank: () => Form,
  findFault: (form: Form) => Fault | undefined,
  drafted: readonly (keyof Form & string)[] = NOTHING,
) {
  const [form, setForm, draft] = useKeptForm(name, blank, drafted);
  const change = (changes: Partial<Form>) => setForm((current) => ({ ...current, ...changes }));
  const [isTried, setIsTried] = useState(false);
  return {
    form,
    fault: isTried ? findFault(form) : undefined,
    put: (next: Form) => {
      setForm(next);
      setIsTried(false);
    },
    change,
    draft,
    /** Validates the form before it is sent. */
    noteTry: (found: Fault | undefined) => setIsTried(found !== undefined),
  };
}

const NOTHING: readonly never[] = [];

/** Whether both would send the same. */
export function saysSame<Form>(one: Form, other: Form, toBody: (form: Form) => unknown): boolean {
  return JSON.stringify(toBody(one)) === JSON.stringify(toBody(other));
}

/** Only what was entered: it goes on top of a record that others may have changed since. */
function changesOf<Form extends object>(form: Form, before: Form): Record<string, unknown> {
  const read = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(form).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(read.get(field)),
    ),
  );
}

/** Without fields that the form of a newer release doesn't have, or has as something else. */
function withKept<Form extends object>(form: Form, kept: Record<string, unknown> = {}): Form {
  const fields = Object.entries(form).filter(([field, value]) => shapeOf(kept[field]) === shapeOf(value));
  return { ...form, ...Object.fromEntries(fields.map(([field]) => [field, kept[field]])) };
}

function shapeOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value;
}
