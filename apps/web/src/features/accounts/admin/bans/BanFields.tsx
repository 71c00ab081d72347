import type { SharedAddress } from '@waygate/contract/players/players.schemas';
import { BanLengthField } from '#features/actions/admin/BanLengthField.tsx';
import { CheckboxField } from '#ui/admin/fields/CheckboxField.tsx';
import { TextArea } from '#ui/admin/fields/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { BanForm } from './ban-form.rules.ts';
import { sharedText } from '#features/accounts/admin/shared-text.ts';

type BanFieldsProps = {
  form: BanForm;
  /** Who else is at the address; undefined while it isn't known. */
  shared: SharedAddress | undefined;
  errors: Record<string, string>;
  onChange: (changes: Partial<BanForm>) => void;
};

/** How long, why, and whether the address is banned too. */
export function BanFields({ form, shared, errors, onChange }: BanFieldsProps) {
  return (
    <>
      <BanLengthField length={form} error={errors.endTime} onChange={onChange} />
      <TextArea
        label="Reason"
        name="description"
        required
        rows={3}
        maxLength={500}
        value={form.reason}
        error={errors.description}
        hint="The player reads it at the next sign-in."
        onChange={({ target }) => onChange({ reason: target.value })}
      />
      <CheckboxField
        label="Ban the address too"
        name="withAddress"
        checked={form.withAddress}
        {...(shared && { hint: sharedText(shared) })}
        onChange={({ target }) => onChange({ withAddress: target.checked })}
      />
      {form.withAddress && (
        <TextField
          label="IP address"
          name="ip"
          hint="Nobody can sign in or register from it while the ban lasts."
          value={form.ip}
          error={errors.ip}
          onChange={({ target }) => onChange({ ip: target.value })}
        />
      )}
    </>
  );
}
