import styles from './OwnAccountNote.module.css';

type OwnAccountNoteProps = {
  /** For `aria-describedby` of what is disabled. */
  id?: string;
  /** What only an owner can do, as in 'refund it'. Without it the note is short, for rows of tables. */
  can?: string;
};

/** Says why staff can't give value to themselves. */
export function OwnAccountNote({ id, can }: OwnAccountNoteProps) {
  return (
    <p id={id} className={styles.note}>
      {can === undefined
        ? 'Your own account. Ask an owner.'
        : `This is your own account. Only an owner can ${can}.`}
    </p>
  );
}
