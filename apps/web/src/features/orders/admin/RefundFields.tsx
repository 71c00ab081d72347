import { priceText } from '#features/shop/price-text.ts';
import { SelectField } from '#ui/admin/fields/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';

type RefundFieldsProps = {
  /** The refundable amount in euro. */
  most: number;
  isWhole: boolean;
  /** The typed amount of a partial refund. */
  text: string;
  error: string | undefined;
  onExtent: (isWhole: boolean) => void;
  onText: (text: string) => void;
};

/** The amount to refund. */
export function RefundFields({ most, isWhole, text, error, onExtent, onText }: RefundFieldsProps) {
  return (
    <>
      <SelectField
        label="Refund amount"
        name="extent"
        options={[
          { value: 'whole', label: `Full refund: ${priceText(most)}` },
          { value: 'part', label: 'Partial refund' },
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
