import { StatusField } from '#features/content/admin/StatusField.tsx';
import { DateField } from '#ui/admin/fields/DateField.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { PatchNoteForm } from './patch-note-form.rules.ts';

type PatchNoteFieldsProps = {
  form: PatchNoteForm;
  errors: Record<string, string>;
  onChange: (changes: Partial<PatchNoteForm>) => void;
};

/** What a patch note has besides its text. */
export function PatchNoteFields({ form, errors, onChange }: PatchNoteFieldsProps) {
  return (
    <>
      <TextField
        label="Version"
        name="version"
        required
        maxLength={40}
        autoComplete="off"
        value={form.version}
        error={errors.version}
        onChange={(event) => onChange({ version: event.target.value })}
      />
      <TextField
        label="Title"
        name="title"
        required
        maxLength={200}
        autoComplete="off"
        value={form.title}
        error={errors.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <DateField
        label="Release date"
        name="releaseDate"
        required
        value={form.releaseDate}
        error={errors.releaseDate}
        onChange={(event) => onChange({ releaseDate: event.target.value })}
      />
      <StatusField value={form.status} error={errors.status} onChange={(status) => onChange({ status })} />
    </>
  );
}
