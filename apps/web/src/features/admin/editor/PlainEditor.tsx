import { TextArea } from '#ui/admin/fields/TextArea.tsx';
import type { MarkdownEditorProps } from './MarkdownEditor.tsx';

/** A text in markdown, without preview, toolbar and pictures. */
export function PlainEditor({ label, value, onChange, error, isDisabled = false }: MarkdownEditorProps) {
  return (
    <TextArea
      label={label}
      name="body"
      rows={16}
      hint="The editor couldn't be loaded. You can write here or reload the page."
      value={value}
      error={error}
      disabled={isDisabled}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
