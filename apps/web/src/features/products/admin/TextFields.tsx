import { DEFAULT_CATEGORY } from '@waygate/contract/products/products.schemas';
import { textInput } from '#features/admin/records/field-props.ts';
import { SelectField } from '#ui/admin/fields/SelectField.tsx';
import { TextArea } from '#ui/admin/fields/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { ProductFieldsProps } from './ProductEditor.tsx';
import styles from './ProductEditor.module.css';
import { STOREFRONT_OPTIONS } from './product-labels.ts';
import { useCategories } from './use-categories.ts';

/** Where the product stands, and what it says of itself. */
export function TextFields(props: ProductFieldsProps) {
  const { form, onChange } = props;
  const { data: categories = [], error } = useCategories();
  return (
    <fieldset className={styles.group}>
      <legend>What it is</legend>
      <SelectField
        {...textInput(props, 'storefront')}
        label="Storefront"
        options={STOREFRONT_OPTIONS}
        onChange={({ target }) => onChange({ storefront: target.value === 'donation' ? 'donation' : 'shop' })}
      />
      <SelectField
        {...textInput(props, 'categoryId')}
        label="Category"
        hint={error ? 'The categories could not be loaded.' : undefined}
        options={[
          { value: '', label: DEFAULT_CATEGORY },
          ...categories.map(({ categoryId, name }) => ({ value: String(categoryId), label: name })),
          ...missingOption(form.categoryId, categories),
        ]}
      />
      <TextField label="Name" required maxLength={120} {...textInput(props, 'name')} />
      <TextField
        label="New name"
        hint="Shown instead, with the old one struck through."
        maxLength={120}
        {...textInput(props, 'newName')}
      />
      <div className={styles.whole}>
        <TextArea
          label="Description"
          hint="Markdown: **bold**, *italic*, - for a list."
          maxLength={10_000}
          rows={5}
          {...textInput(props, 'description')}
        />
      </div>
    </fieldset>
  );
}

/** Until the categories have come, the one that is chosen must not be lost. */
function missingOption(chosen: string, categories: { categoryId: number }[]) {
  const isKnown = chosen === '' || categories.some(({ categoryId }) => String(categoryId) === chosen);
  return isKnown ? [] : [{ value: chosen, label: `Category ${chosen}` }];
}
