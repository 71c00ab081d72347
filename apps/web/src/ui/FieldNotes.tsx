import styles from './FieldNotes.module.css';

type FieldNotesProps = { id: string; hint?: string | undefined; error?: string | undefined };

/** What stands below a control: its hint, and what is wrong with it. */
export function FieldNotes({ id, hint, error }: FieldNotesProps) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </>
  );
}
