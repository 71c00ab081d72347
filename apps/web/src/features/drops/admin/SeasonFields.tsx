import { DateTimeField } from '#ui/admin/fields/DateTimeField.tsx';
import { TextField } from '#ui/TextField.tsx';

/** Times are ISO 8601, '' for none. */
export type SeasonForm = { name: string; startsAt: string; endsAt: string };

type SeasonFieldsProps = {
  form: SeasonForm;
  errors: Record<string, string>;
  onChange: (changes: Partial<SeasonForm>) => void;
};

/** What a season is called, and from when to when it runs. */
export function SeasonFields({ form, errors, onChange }: SeasonFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        value={form.name}
        error={errors.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
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
        hint="Leave it blank for a season that runs until you end it."
        value={form.endsAt}
        error={errors.endsAt}
        onChange={(endsAt) => onChange({ endsAt })}
      />
    </>
  );
}
