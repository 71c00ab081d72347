import { checkbox, type FieldsProps, textInput } from '#features/admin/records/field-props.ts';
import { CheckboxField } from '#ui/admin/fields/CheckboxField.tsx';
import { TextField } from '#ui/TextField.tsx';
import styles from './drops-admin.module.css';
import type { SeasonForm } from './season-form.rules.ts';

/** The rules of a season. A blank one is off. */
export function RuleFields(props: FieldsProps<SeasonForm>) {
  const number = { inputMode: 'numeric', maxLength: 7 } as const;
  return (
    <fieldset className={styles.rules}>
      <legend>Rules</legend>
      <p>Minutes count only where all of these are met. Leave a rule blank to switch it off.</p>
      <TextField
        label="Word in the stream's title, or tag"
        maxLength={50}
        {...textInput(props, 'titleWord')}
      />
      <TextField label="Minimum viewers" {...number} {...textInput(props, 'minViewers')} />
      <TextField
        label="Minimum age of the Twitch account, in days"
        {...number}
        {...textInput(props, 'minTwitchDays')}
      />
      <TextField label="Minimum character level" {...number} {...textInput(props, 'minCharacterLevel')} />
      <TextField
        label="Maximum accounts per address"
        hint="Those that linked Twitch first count. People in one household share an address."
        {...number}
        {...textInput(props, 'maxAccountsPerAddress')}
      />
      <CheckboxField label="The email must be confirmed" {...checkbox(props, 'needsConfirmedEmail')} />
    </fieldset>
  );
}
