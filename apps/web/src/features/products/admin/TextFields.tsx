import { DEFAULT_CATEGORY } from '@waygate/contract/products/default-category';
import { textInput } from '#features/admin/records/field-props.ts';
import { SelectField } from '#ui/admin/fields/SelectField.tsx';
import { TextArea } from '#ui/admin/fields/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { ProductFieldsProps } from './ProductEditor.tsx';
import styles from './ProductEditor.module.css';
import { STOREFRONT_OPTIONS } from './product-labels.ts';
import { useCategories } from './use-categories.ts';

/** The product's storefront, category and texts. */
export function TextFields(props: ProductFieldsProps) {
  const { form, onChange } = props;
  const { data: categories = [], error } = useCategories();
  return (
    <fieldset className={styles.group}>
      <legend>Basics</legend>
      <SelectField
        {...textInput(props, 'storefront')}
        label="Storefront"
        options={STOREFRONT_OPTIONS}
        onChange={({ target }) => onChange({ storefront: target.value === 'donation' ? 'donation' : 'shop' })}
      />
      <SelectField
        {...textInput(props, 'categoryId')}
        label="Category"
        hint={error ? "The categories couldn't be loaded." : undefined}
        options={[
          { value: '', label: DEFAULT_CATEGORY },
          ...categories.map(({ categoryId, name }) => ({ value: String(categoryId), label: name })),
          ...missingOption(form.categoryId, categories),
        ]}
      />
      <TextField label="Name" required maxLength={120} {...textInput(props, 'name')} />
      <TextField
        label="New name"
        hint="Shown instead of the old name, which is struck through."
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

/** Keeps the chosen category until the categories are loaded. */
function missingOption(chosen: string, categories: { categoryId: number }[]) {
  const isKnown = chosen === '' || categories.some(({ categoryId }) => String(categoryId) === chosen);
  return isKnown ? [] : [{ value: chosen, label: `Category ${chosen}` }];
}
