import { SelectField } from '#ui/admin/fields/SelectField.tsx';
import { TextArea } from '#ui/admin/fields/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import { REWARD_TYPES, type RewardForm } from './reward-form.rules.ts';
import styles from './RewardFields.module.css';
import { RewardSeasonField } from './RewardSeasonField.tsx';

const TYPES = [
  { value: 'viewer', label: REWARD_TYPES.viewer },
  { value: 'streamer', label: REWARD_TYPES.streamer },
];

type RewardFieldsProps = {
  form: RewardForm;
  errors: Record<string, string>;
  onChange: (changes: Partial<RewardForm>) => void;
};

/** Everything about a reward but its picture. */
export function RewardFields({ form, errors, onChange }: RewardFieldsProps) {
  const text = (name: Exclude<keyof RewardForm, 'type' | 'season'>) => ({
    name,
    value: form[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <>
      <TextField label="Title" required maxLength={100} {...text('title')} />
      <TextArea label="Description" rows={2} maxLength={500} {...text('description')} />
      <div className={styles.fields}>
        <SelectField
          label="For"
          name="type"
          options={TYPES}
          value={form.type}
          error={errors.type}
          onChange={(event) => onChange({ type: event.target.value === 'streamer' ? 'streamer' : 'viewer' })}
        />
        <RewardSeasonField
          value={form.season}
          error={errors.season}
          onChange={(season) => onChange({ season })}
        />
        <TextField label="Required minutes" required inputMode="numeric" {...text('requiredMinutes')} />
        <TextField label="Item id" required inputMode="numeric" {...text('itemId')} />
        <TextField label="Item quantity" required inputMode="numeric" {...text('itemQuantity')} />
      </div>
    </>
  );
}
