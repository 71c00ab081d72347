import { classNames } from '#ui/class-names.ts';
import styles from './ProgressBar.module.css';

type ProgressBarProps = {
  label: string;
  /** The value in words, for screen readers. */
  valueText: string;
  value: number;
  max: number;
  /** May set `--progress-height` and `--progress-fill`. */
  className?: string | undefined;
};

/** How much of something is reached. */
export function ProgressBar({ label, valueText, value, max, className }: ProgressBarProps) {
  return (
    <progress
      className={classNames(styles.bar, className)}
      aria-label={label}
      aria-valuetext={valueText}
      max={max}
      value={value}
    />
  );
}
