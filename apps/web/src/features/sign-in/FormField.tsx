import type { ComponentProps } from 'react';
import { TextField } from '#ui/TextField.tsx';
import { useFormFaults } from './form-context.ts';

type FormFieldProps = Omit<ComponentProps<typeof TextField>, 'error' | 'faultId'>;

/** A field that shows its error, or refers to the form's error when both are the same. */
export function FormField(props: FormFieldProps) {
  const { fieldErrors, error, errorId } = useFormFaults();
  const fault = fieldErrors[props.name];
  const isSaidAbove = fault !== undefined && fault === error;
  return (
    <TextField
      {...props}
      error={isSaidAbove ? undefined : fault}
      faultId={isSaidAbove ? errorId : undefined}
    />
  );
}
