import styles from './Prose.module.css';

/** A text of the staff, set for reading. */
export function Prose({ html }: { html: string }) {
  // Rendered from markdown and sanitised by the server when it was saved: no script can be in it.
  // oxlint-disable-next-line react/no-danger -- see above
  return <div className={styles.prose} dangerouslySetInnerHTML={{ __html: html }} />;
}
