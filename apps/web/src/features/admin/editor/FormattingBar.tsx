import { Bold, Heading2, ImagePlus, Italic, Link, List, type LucideIcon, Quote } from 'lucide-react';
import type { Formatting } from './formatting.ts';
import styles from './MarkdownWorkbench.module.css';

const BUTTONS: { formatting: Formatting; label: string; Icon: LucideIcon }[] = [
  { formatting: 'bold', label: 'Bold', Icon: Bold },
  { formatting: 'italic', label: 'Italic', Icon: Italic },
  { formatting: 'heading', label: 'Heading', Icon: Heading2 },
  { formatting: 'link', label: 'Link', Icon: Link },
  { formatting: 'list', label: 'List', Icon: List },
  { formatting: 'quote', label: 'Quote', Icon: Quote },
];

type FormattingBarProps = {
  isDisabled: boolean;
  onFormat: (formatting: Formatting) => void;
  /** Undefined where pictures can't be chosen. */
  onPicture: (() => void) | undefined;
};

/** Formats the selected text without knowing markdown. */
export function FormattingBar({ isDisabled, onFormat, onPicture }: FormattingBarProps) {
  return (
    <fieldset aria-label="Formatting" className={styles.bar} disabled={isDisabled}>
      {BUTTONS.map(({ formatting, label, Icon }) => (
        <button
          key={formatting}
          type="button"
          title={label}
          aria-label={label}
          onClick={() => onFormat(formatting)}
        >
          <Icon aria-hidden size={18} />
        </button>
      ))}
      {onPicture && (
        <button type="button" title="Picture" aria-label="Picture" onClick={onPicture}>
          <ImagePlus aria-hidden size={18} />
        </button>
      )}
    </fieldset>
  );
}
