import { type FieldsProps, textInput } from '#features/admin/records/field-props.ts';
import { DateField } from '#ui/admin/fields/DateField.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { PatchNoteForm } from './patch-note-form.rules.ts';

/** The short fields of a patch note. */
export function PatchNoteFields(props: FieldsProps<PatchNoteForm>) {
  return (
    <>
      <TextField label="Version" required maxLength={40} {...textInput(props, 'version')} />
      <TextField label="Title" required maxLength={200} {...textInput(props, 'title')} />
      <DateField label="Release date" required {...textInput(props, 'releaseDate')} />
    </>
  );
}
