import type { ContentStatus } from '@waygate/contract/content-status';
import { SelectField } from '#ui/admin/fields/SelectField.tsx';

const OPTIONS = [
  { value: 'draft', label: 'Draft' },
  { value: 'published', label: 'Published' },
];

type StatusFieldProps = {
  value: ContentStatus;
  error: string | undefined;
  onChange: (status: ContentStatus) => void;
};

/** Whether visitors can read it once it is saved. */
export function StatusField({ value, error, onChange }: StatusFieldProps) {
  return (
    <SelectField
      label="Status"
      name="status"
      options={OPTIONS}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value === 'published' ? 'published' : 'draft')}
    />
  );
}
