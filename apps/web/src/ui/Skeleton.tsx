import { classNames } from './class-names.ts';
import styles from './Skeleton.module.css';

/** The shape of something that is on its way; `className` gives it its size. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <div className={classNames(styles.skeleton, className)} aria-hidden />;
}
