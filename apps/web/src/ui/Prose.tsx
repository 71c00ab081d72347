import { classNames } from './class-names.ts';
import styles from './Prose.module.css';

type ProseProps = {
  html: string;
  /** For a few lines on a card instead of an article. */
  isCompact?: boolean;
};

/** A rendered text written by staff. */
export function Prose({ html, isCompact = false }: ProseProps) {
  const className = classNames(isCompact ? styles.compact : styles.prose);
  // The server rendered and sanitised it from markdown when it was saved, so it can't contain scripts.
  // oxlint-disable-next-line react/no-danger -- see above
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
