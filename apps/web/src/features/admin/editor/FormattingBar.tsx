import { Bold, Heading2, ImagePlus, Italic, Link, List, type LucideIcon, Quote } from 'lucide-react';
import { useRef } from 'react';
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

const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/avif';

type FormattingBarProps = {
  isDisabled: boolean;
  onFormat: (formatting: Formatting) => void;
  /** Undefined where pictures can't be uploaded. */
  onPictures: ((files: File[]) => void) | undefined;
};

/** Formats the selected text without knowing markdown. */
export function FormattingBar({ isDisabled, onFormat, onPictures }: FormattingBarProps) {
  const files = useRef<HTMLInputElement>(null);
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
      {onPictures && (
        <>
          <button type="button" title="Picture" aria-label="Picture" onClick={() => files.current?.click()}>
            <ImagePlus aria-hidden size={18} />
          </button>
          <input
            ref={files}
            type="file"
            accept={PICTURE_TYPES}
            multiple
            hidden
            aria-label="Choose pictures"
            onChange={({ target }) => {
              onPictures([...(target.files ?? [])]);
              // The same file can be chosen again.
              target.value = '';
            }}
          />
        </>
      )}
    </fieldset>
  );
}
