import { useState } from 'react';

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
};

/** Fields with their errors, which are validated from the first save on. */
export function useForm<Form extends object>(
  blank: () => Form,
  findFault: (form: Form) => Fault | undefined,
) {
  const [form, setForm] = useState(blank);
  const [isTried, setIsTried] = useState(false);
  return {
    form,
    fault: isTried ? findFault(form) : undefined,
    put: (next: Form) => {
      setForm(next);
      setIsTried(false);
    },
    change: (changes: Partial<Form>) => setForm((current) => ({ ...current, ...changes })),
    /** Validates the form before it is sent. */
    noteTry: (found: Fault | undefined) => setIsTried(found !== undefined),
  };
}

/** Whether both would send the same. */
export function saysSame<Form>(one: Form, other: Form, toBody: (form: Form) => unknown): boolean {
  return JSON.stringify(toBody(one)) === JSON.stringify(toBody(other));
}
