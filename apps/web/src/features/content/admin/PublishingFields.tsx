import type { FieldsProps } from '#features/admin/records/field-props.ts';
import { DateTimeField } from '#ui/admin/fields/DateTimeField.tsx';
import { timeZoneHint } from '#ui/admin/fields/local-date-time.ts';
import { StatusField } from './StatusField.tsx';
import type { ContentForm } from './use-content-editor.ts';

/** Whether visitors can read the text once it is saved, from when, and until when. */
export function PublishingFields({ form, errors, onChange }: FieldsProps<ContentForm>) {
  return (
    <>
      <StatusField value={form.status} error={errors.status} onChange={(status) => onChange({ status })} />
      {form.status === 'published' && (
        <>
          <DateTimeField
            label="Publish at"
            name="publishAt"
            hint={`Leave it blank to publish when you save. ${timeZoneHint()}.`}
            value={form.publishAt}
            error={errors.publishAt}
            onChange={(publishAt) => onChange({ publishAt })}
          />
          <DateTimeField
            label="Publish until"
            name="publishUntil"
            hint={`Leave it blank for no end. ${timeZoneHint()}.`}
            value={form.publishUntil}
            error={errors.publishUntil}
            onChange={(publishUntil) => onChange({ publishUntil })}
          />
        </>
      )}
    </>
  );
}
