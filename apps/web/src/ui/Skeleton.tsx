import { classNames } from './class-names.ts';
import styles from './Skeleton.module.css';

/** A placeholder for content that is loading; `className` sets its size. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <div className={classNames(styles.skeleton, className)} aria-hidden />;
}
