import { type FieldsProps, textInput } from '#features/admin/records/field-props.ts';
import { DateTimeField } from '#ui/admin/fields/DateTimeField.tsx';
import { TextField } from '#ui/TextField.tsx';
import styles from './drops-admin.module.css';
import { RuleFields } from './RuleFields.tsx';
import type { SeasonForm } from './season-form.rules.ts';

/** A season's name, start, end, claim period and rules. */
export function SeasonFields(props: FieldsProps<SeasonForm>) {
  const { form, errors, onChange } = props;
  return (
    <>
      <TextField label="Name" required maxLength={60} {...textInput(props, 'name')} />
      <div className={styles.fields}>
        <DateTimeField
          label="Starts"
          name="startsAt"
          required
          value={form.startsAt}
          error={errors.startsAt}
          onChange={(startsAt) => onChange({ startsAt })}
        />
        <DateTimeField
          label="Ends"
          name="endsAt"
          hint="The minute before it is the last one that counts. Leave it blank for a season that runs until you end it."
          value={form.endsAt}
          error={errors.endsAt}
          onChange={(endsAt) => onChange({ endsAt })}
        />
        <DateTimeField
          label="Claims until"
          name="claimUntil"
          hint="Earned rewards can be claimed until then. Leave it blank for seven days after the end."
          value={form.claimUntil}
          error={errors.claimUntil}
          onChange={(claimUntil) => onChange({ claimUntil })}
        />
      </div>
      <RuleFields {...props} />
    </>
  );
}
