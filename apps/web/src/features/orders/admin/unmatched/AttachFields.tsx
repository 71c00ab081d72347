import type { UnmatchedDetail } from '@waygate/contract/orders/unmatched.admin.schemas';
import { ReasonField } from '#features/admin/records/ReasonField.tsx';
import { RecordPicker } from '#features/admin/search/RecordPicker.tsx';
import { priceText } from '#features/shop/price-text.ts';
import { SelectField } from '#ui/admin/fields/SelectField.tsx';

/** What staff choose, as typed. */
export type Attachment = { account: string; product: string; reason: string };

type AttachFieldsProps = {
  detail: UnmatchedDetail;
  values: Attachment;
  faults: { [Field in keyof Attachment]: string | undefined };
  onChange: (changes: Partial<Attachment>) => void;
  /** The account was picked, or its field left. */
  onAccountChosen: () => void;
};

/** The account and the product of a payment. */
export function AttachFields({
  detail: { suggestedAccount, products },
  values,
  faults,
  onChange,
  onAccountChosen,
}: AttachFieldsProps) {
  return (
    <>
      <RecordPicker
        kind="account"
        label="Account DBID"
        name="accountDBID"
        required
        value={values.account}
        {...(suggestedAccount && { hint: `The payer's address is that of ${suggestedAccount.userName}.` })}
        error={faults.account}
        onChange={(account) => onChange({ account })}
        onPick={onAccountChosen}
        onBlur={onAccountChosen}
      />
      <SelectField
        label="Product"
        name="productId"
        required
        options={[
          { value: '', label: 'Choose a product' },
          ...products.map(({ productId, name, price, isSuggested }) => ({
            value: String(productId),
            label: `${name}, ${priceText(price)}${isSuggested ? ' (suggested)' : ''}`,
          })),
        ]}
        value={values.product}
        error={faults.product}
        onChange={({ target }) => onChange({ product: target.value })}
      />
      <p>
        The payment becomes an order of this account, at the price that was paid, and its items are delivered
        once. What the game already gave for this payment isn't given again.
      </p>
      <ReasonField value={values.reason} error={faults.reason} onChange={(reason) => onChange({ reason })} />
    </>
  );
}
