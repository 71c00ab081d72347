import type { CallInput, Endpoint, PartInput } from '@waygate/contract/endpoint';
import { useState } from 'react';
import { type MutationTexts, useAdminMutation } from './admin-queries.ts';
import { type Fault, type RecordForm, saysSame, useForm } from './use-form.ts';

/** An endpoint that creates a record. */
type CreateEndpoint = Endpoint & Required<Pick<Endpoint, 'body'>>;

type NewRecordFormOptions<E extends CreateEndpoint, Form> = MutationTexts<E> & {
  endpoint: E;
  blank: Form;
  toBody: (form: Form) => PartInput<E, 'body'>;
  toFile?: (form: Form) => File | undefined;
  validate?: (form: Form) => Fault | undefined;
  /** Long texts, kept in this browser until they are saved or discarded. */
  drafted?: readonly (keyof Form & string)[];
};

/** The form of a new record. */
export function useNewRecordForm<E extends CreateEndpoint, Form extends object>({
  endpoint,
  blank,
  toBody,
  toFile,
  validate,
  drafted,
  ...words
}: NewRecordFormOptions<E, Form>): RecordForm<Form> {
  const [empty] = useState(blank);
  const { form, fault, change, noteTry, draft } = useForm(
    endpoint.path,
    () => empty,
    (written) => validate?.(written),
    drafted,
  );
  const { isBusy, error, fieldErrors, submit, reset } = useAdminMutation(endpoint, words);
  const file = toFile?.(form);
  return {
    form,
    change,
    save: () => {
      const found = validate?.(form);
      noteTry(found);
      if (found) return reset();
      // The one part that every endpoint of this kind has.
      void submit({ body: toBody(form) } as CallInput<E>, { file });
    },
    isBusy,
    isDirty: file !== undefined || !saysSame(form, empty, toBody),
    error: fault?.message ?? error,
    errors: fault?.fields ?? fieldErrors,
    draft,
  };
}
