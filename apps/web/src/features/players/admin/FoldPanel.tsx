import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import styles from './FoldPanel.module.css';

type FoldPanelProps = {
  title: string;
  /** What is in it, in a few words. */
  hint?: string;
  /** Where it isn't, it is closed at first on a phone. */
  isClosed?: boolean;
  children: ReactNode;
};

/** The width below which the page has one column, in rem. */
const PHONE = 40;

/** A titled box that folds, so that a phone comes to the timeline soon. */
export function FoldPanel({ title, hint, isClosed = false, children }: FoldPanelProps) {
  const [isOpen] = useState(() => !isClosed && window.innerWidth > PHONE * 16);
  return (
    <details className={styles.panel} open={isOpen}>
      <summary>
        <h2>{title}</h2>
        {hint !== undefined && <span>{hint}</span>}
        <ChevronDown aria-hidden size={16} />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}
