import type { ComponentProps } from 'react';
import { classNames } from '#ui/class-names.ts';
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx';
import styles from './field.module.css';

type TextAreaProps = ComponentProps<'textarea'> & FieldTexts & { name: string };

/** A labelled text area. */
export function TextArea({ label, error, hint, ...area }: TextAreaProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(ties) => <textarea {...area} {...ties} className={classNames(styles.control, styles.area)} />}
    </FieldFrame>
  );
}
