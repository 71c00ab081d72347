import { checkbox, textInput } from '#features/admin/records/field-props.ts';
import { CheckboxField } from '#ui/admin/fields/CheckboxField.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { ProductFieldsProps } from './ProductEditor.tsx';
import styles from './ProductEditor.module.css';

/** The product's stock, limit, position and visibility. */
export function ShelfFields(props: ProductFieldsProps) {
  return (
    <fieldset className={styles.group}>
      <legend>Stock and place</legend>
      <TextField
        label="Stock"
        inputMode="numeric"
        hint="Leave it blank for no limit. Units in open checkouts are already reserved and stay reserved."
        {...textInput(props, 'stock')}
      />
      <TextField
        label="Limit per account"
        inputMode="numeric"
        hint="Leave it blank for no limit."
        {...textInput(props, 'accountLimit')}
      />
      <TextField
        label="Place in its category"
        inputMode="numeric"
        hint="Lower numbers come first."
        {...textInput(props, 'position')}
      />
      <CheckboxField label="Listed" hint="Players can see and buy it." {...checkbox(props, 'isListed')} />
    </fieldset>
  );
}
