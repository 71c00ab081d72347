import { priceText } from '#features/shop/price-text.ts';
import { SelectField } from '#ui/admin/fields/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';

type RefundFieldsProps = {
  /** Euro that are left. */
  most: number;
  isWhole: boolean;
  /** The amount of a part, as it is typed. */
  text: string;
  error: string | undefined;
  onExtent: (isWhole: boolean) => void;
  onText: (text: string) => void;
};

/** How much is given back. */
export function RefundFields({ most, isWhole, text, error, onExtent, onText }: RefundFieldsProps) {
  return (
    <>
      <SelectField
        label="How much"
        name="extent"
        options={[
          { value: 'whole', label: `All that is left: ${priceText(most)}` },
          { value: 'part', label: 'A part' },
        ]}
        value={isWhole ? 'whole' : 'part'}
        onChange={({ target }) => onExtent(target.value === 'whole')}
      />
      {!isWhole && (
        <TextField
          label="Amount in euro"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          error={error}
          onChange={({ target }) => onText(target.value)}
        />
      )}
    </>
  );
}
