import { REASON_MAX } from '@waygate/contract/text';
import { TextArea } from '#ui/admin/fields/TextArea.tsx';

type ReasonFieldProps = {
  value: string;
  error?: string | undefined;
  /** When it may be left out. */
  hint?: string | undefined;
  onChange: (reason: string) => void;
};

/** Why a money decision is made, for the audit log. */
export function ReasonField({ value, error, hint = 'For the audit log.', onChange }: ReasonFieldProps) {
  return (
    <TextArea
      label="Reason"
      name="reason"
      required
      rows={2}
      maxLength={REASON_MAX}
      hint={hint}
      value={value}
      error={error || undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
