import { createContext, use } from 'react';

export type FormFaults = {
  /** Errors by field name. */
  fieldErrors: Record<string, string>;
  /** The form's error, and the id of its element. */
  error: string;
  errorId: string;
};

/** Passes errors to the fields of a form. */
export const FormContext = createContext<FormFaults | null>(null);

export function useFormFaults(): FormFaults {
  const faults = use(FormContext);
  if (!faults) throw new Error('A FormField must be inside an AccountForm.');
  return faults;
}
