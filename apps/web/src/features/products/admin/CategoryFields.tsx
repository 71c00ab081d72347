import { type FieldsProps, textInput } from '#features/admin/records/field-props.ts';
import { CATEGORY_ICON_CHOICES } from '#features/shop/category-icons.ts';
import { SelectField } from '#ui/admin/fields/SelectField.tsx';
import { TextArea } from '#ui/admin/fields/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { CategoryForm } from './category-form.rules.ts';

/** The fields of a category. */
export function CategoryFields(props: FieldsProps<CategoryForm>) {
  const { form } = props;
  const isUnknownIcon = form.icon !== '' && !CATEGORY_ICON_CHOICES.includes(form.icon);
  return (
    <>
      <TextField label="Name" required maxLength={60} {...textInput(props, 'name')} />
      <SelectField
        label="Icon"
        hint="Names with electronics, clothing, books, general, merch or packages in them have their own."
        options={[
          { value: '', label: 'Box' },
          ...CATEGORY_ICON_CHOICES.map((icon) => ({ value: icon, label: capitalised(icon) })),
          ...(isUnknownIcon ? [{ value: form.icon, label: form.icon }] : []),
        ]}
        {...textInput(props, 'icon')}
      />
      <TextArea
        label="Description"
        hint="Markdown, shown above the category's products."
        maxLength={10_000}
        rows={4}
        {...textInput(props, 'description')}
      />
      <TextField
        label="Place"
        inputMode="numeric"
        hint="Lower numbers come first."
        {...textInput(props, 'position')}
      />
    </>
  );
}

function capitalised(word: string): string {
  return `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`;
}
