import { useState } from 'react';

/** What keeps a form from being sent: a sentence, and one for each field that is wrong. */
export type Fault = { message: string; fields: Record<string, string> };

/** A form in a window, and what became of the last try to save it. */
export type RecordForm<Form> = {
  form: Form;
  change: (changes: Partial<Form>) => void;
  save: () => void;
  isBusy: boolean;
  /** Something was entered that would be lost. */
  isDirty: boolean;
  /** What went wrong with the last try, '' when nothing did. */
  error: string;
  /** What is wrong with single fields, by the field's name. */
  errors: Record<string, string>;
};

/** Fields, and what is wrong with them once somebody has tried to save: from then on while they are corrected. */
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
    /** Notes what is wrong with the form that is about to be sent. */
    noteTry: (found: Fault | undefined) => setIsTried(found !== undefined),
  };
}

/** Whether both say the same, by what would be sent. */
export function saysSame<Form>(one: Form, other: Form, toBody: (form: Form) => unknown): boolean {
  return JSON.stringify(toBody(one)) === JSON.stringify(toBody(other));
}
