import { type FieldsProps, textInput } from '#features/admin/records/field-props.ts';
import { DateTimeField } from '#ui/admin/fields/DateTimeField.tsx';
import { timeZoneHint } from '#ui/admin/fields/local-date-time.ts';
import { TextField } from '#ui/TextField.tsx';
import type { ArticleForm } from './article-form.rules.ts';

/** The short fields of an article, and the time of the event that it announces. */
export function ArticleFields(props: FieldsProps<ArticleForm>) {
  const { form, errors, onChange } = props;
  return (
    <>
      <TextField label="Title" required maxLength={200} {...textInput(props, 'title')} />
      <TextField label="Category" maxLength={40} {...textInput(props, 'category')} />
      <DateTimeField
        label="Event starts"
        name="eventStartsAt"
        hint={`The landing page counts down to it. ${timeZoneHint()}.`}
        value={form.eventStartsAt}
        error={errors.eventStartsAt}
        onChange={(eventStartsAt) => onChange({ eventStartsAt })}
      />
      <DateTimeField
        label="Event ends"
        name="eventEndsAt"
        hint={`Without an end it is shown for 24 hours. ${timeZoneHint()}.`}
        value={form.eventEndsAt}
        error={errors.eventEndsAt}
        onChange={(eventEndsAt) => onChange({ eventEndsAt })}
      />
    </>
  );
}
