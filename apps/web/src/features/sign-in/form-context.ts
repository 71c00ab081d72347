import { createContext, use } from 'react';

export type FormFaults = {
  /** What is wrong, by field name. */
  fieldErrors: Record<string, string>;
  /** The sentence above the fields, and the id of its element. */
  error: string;
  errorId: string;
};

/** Hands each field of a form what is wrong with it. */
export const FormContext = createContext<FormFaults | null>(null);

export function useFormFaults(): FormFaults {
  const faults = use(FormContext);
  if (!faults) throw new Error('A FormField stands in an AccountForm.');
  return faults;
}
