import type { ComponentProps } from 'react';
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx';
import styles from './field.module.css';

type DateFieldProps = Omit<ComponentProps<'input'>, 'type'> & FieldTexts & { name: string };

/** Browsers offer years of six digits unless the last one has four. */
const LATEST = '9999-12-31';

/** A labelled day without a time, as YYYY-MM-DD. */
export function DateField({ label, error, hint, ...input }: DateFieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(ties) => <input max={LATEST} {...input} {...ties} type="date" className={styles.control} />}
    </FieldFrame>
  );
}
