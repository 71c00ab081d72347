import type { ProductFieldsProps } from './ProductEditor.tsx';
import type { ProductForm } from './product-form.rules.ts';

type NameOf<Value> = {
  [K in keyof ProductForm]: ProductForm[K] extends Value ? K : never;
}[keyof ProductForm];

type Typed = { target: { value: string } };
type Ticked = { target: { checked: boolean } };

/** What an input for one text of the form needs. */
export function textInput({ form, errors, onChange }: ProductFieldsProps, name: NameOf<string>) {
  return {
    name,
    value: form[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ target }: Typed) => onChange({ [name]: target.value }),
  };
}

/** What a checkbox of the form needs. */
export function checkbox({ form, errors, onChange }: ProductFieldsProps, name: NameOf<boolean>) {
  return {
    name,
    checked: form[name],
    error: errors[name],
    onChange: ({ target }: Ticked) => onChange({ [name]: target.checked }),
  };
}
