import { checkbox, textInput } from '#features/admin/records/field-props.ts';
import { CheckboxField } from '#ui/admin/fields/CheckboxField.tsx';
import { DateTimeField } from '#ui/admin/fields/DateTimeField.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { ProductFieldsProps } from './ProductEditor.tsx';
import styles from './ProductEditor.module.css';

/** The product's price and sale. */
export function PriceFields(props: ProductFieldsProps) {
  const { form, errors, onChange } = props;
  return (
    <fieldset className={styles.group}>
      <legend>Price and sale</legend>
      <TextField label="Price in euro" inputMode="decimal" required {...textInput(props, 'price')} />
      <TextField
        label="New price in euro"
        inputMode="decimal"
        hint="Charged instead of the old price, which is struck through."
        {...textInput(props, 'newPrice')}
      />
      <CheckboxField
        label="On sale"
        hint="A product on sale is hidden once its sale has ended."
        {...checkbox(props, 'isSale')}
      />
      <DateTimeField
        label="Sale ends"
        name="saleEndDate"
        disabled={!form.isSale}
        value={form.saleEndDate}
        error={errors.saleEndDate}
        onChange={(saleEndDate) => onChange({ saleEndDate })}
      />
    </fieldset>
  );
}
