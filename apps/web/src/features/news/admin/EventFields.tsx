import type { FieldsProps } from '#features/admin/records/field-props.ts';
import { DateTimeField } from '#ui/admin/fields/DateTimeField.tsx';
import { timeZoneHint } from '#ui/admin/fields/local-date-time.ts';
import type { ArticleForm } from './article-form.rules.ts';
import styles from './EventFields.module.css';

/** When the event that an article announces starts and ends. */
export function EventFields({ form, errors, onChange }: FieldsProps<ArticleForm>) {
  return (
    <div className={styles.event}>
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
    </div>
  );
}
