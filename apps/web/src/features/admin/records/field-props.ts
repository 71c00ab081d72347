/** Props of a record form's fields. */
export type FieldsProps<Form> = {
  form: Form;
  /** Errors, by the field's name in the API. */
  errors: Record<string, string>;
  onChange: (changes: Partial<Form>) => void;
};

type NameOf<Form, Value> = { [K in keyof Form]: Form[K] extends Value ? K : never }[keyof Form] & string;

type Typed = { target: { value: string } };
type Ticked = { target: { checked: boolean } };

/** Props of a text input. */
export function textInput<Form>({ form, errors, onChange }: FieldsProps<Form>, name: NameOf<Form, string>) {
  return {
    name,
    // By its name, it is a text.
    value: form[name] as string,
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ target }: Typed) => onChange(changeOf<Form>(name, target.value)),
  };
}

/** Props of a checkbox. */
export function checkbox<Form>({ form, errors, onChange }: FieldsProps<Form>, name: NameOf<Form, boolean>) {
  return {
    name,
    // By its name, it is one.
    checked: form[name] as boolean,
    error: errors[name],
    onChange: ({ target }: Ticked) => onChange(changeOf<Form>(name, target.checked)),
  };
}

function changeOf<Form>(name: keyof Form, value: unknown): Partial<Form> {
  // TypeScript sees any name here, where the form's types tie each to its value.
  return { [name]: value } as Partial<Form>;
}
