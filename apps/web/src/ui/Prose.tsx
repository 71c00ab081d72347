import { classNames } from './class-names.ts';
import styles from './Prose.module.css';

type ProseProps = {
  html: string;
  /** For a few lines on a card instead of an article. */
  isCompact?: boolean;
};

/** A text of the staff, set for reading. */
export function Prose({ html, isCompact = false }: ProseProps) {
  const className = classNames(isCompact ? styles.compact : styles.prose);
  // Rendered from markdown and sanitised by the server when it was saved: no script can be in it.
  // oxlint-disable-next-line react/no-danger -- see above
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
