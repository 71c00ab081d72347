import { DateTimeField } from '#ui/admin/fields/DateTimeField.tsx';
import { ChoiceChips } from '#ui/ChoiceChips.tsx';
import { BAN_PRESETS, type BanLength, type BanPreset, endOf } from './ban-length.ts';

type BanLengthFieldProps = {
  length: BanLength;
  error: string | undefined;
  onChange: (length: BanLength) => void;
};

/** How long a ban lasts: a preset, or a typed end. */
export function BanLengthField({ length: { end, preset }, error, onChange }: BanLengthFieldProps) {
  const isPermanent = preset === 'permanent';
  return (
    <>
      <ChoiceChips<BanPreset | ''>
        legend="Length of the ban"
        choices={[...BAN_PRESETS]}
        chosen={preset}
        onChoose={(chosen) => chosen !== '' && onChange(endOf(chosen, new Date()))}
      />
      <DateTimeField
        label="Ban End Time"
        name="endTime"
        required
        disabled={isPermanent}
        {...(isPermanent && { hint: 'This ban has no end.' })}
        value={end}
        error={error}
        onChange={(typed) => onChange({ end: typed, preset: '' })}
      />
    </>
  );
}
