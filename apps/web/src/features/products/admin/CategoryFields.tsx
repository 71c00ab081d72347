import { CATEGORY_ICON_CHOICES } from '#features/shop/category-icons.ts';
import { SelectField } from '#ui/admin/fields/SelectField.tsx';
import { TextArea } from '#ui/admin/fields/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { CategoryForm } from './category-form.rules.ts';

type CategoryFieldsProps = {
  form: CategoryForm;
  errors: Record<string, string>;
  onChange: (changes: Partial<CategoryForm>) => void;
};

type Typed = { target: { value: string } };

/** Everything about a category. */
export function CategoryFields({ form, errors, onChange }: CategoryFieldsProps) {
  const text = (name: keyof CategoryForm) => ({
    name,
    value: form[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ target }: Typed) => onChange({ [name]: target.value }),
  });
  const isUnknownIcon = form.icon !== '' && !CATEGORY_ICON_CHOICES.includes(form.icon);
  return (
    <>
      <TextField label="Name" required maxLength={60} {...text('name')} />
      <SelectField
        label="Icon"
        hint="Names with electronics, clothing, books, general, merch or packages in them have their own."
        options={[
          { value: '', label: 'Box' },
          ...CATEGORY_ICON_CHOICES.map((icon) => ({ value: icon, label: capitalised(icon) })),
          ...(isUnknownIcon ? [{ value: form.icon, label: form.icon }] : []),
        ]}
        {...text('icon')}
      />
      <TextArea
        label="Description"
        hint="Markdown, shown above the category's products."
        maxLength={10_000}
        rows={4}
        {...text('description')}
      />
      <TextField label="Place" inputMode="numeric" hint="Lower numbers come first." {...text('position')} />
    </>
  );
}

function capitalised(word: string): string {
  return `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`;
}
