import { useId } from 'react';
import { classNames } from '#ui/class-names.ts';
import { DraftNotice } from './DraftNotice.tsx';
import type { MarkdownEditorProps } from './MarkdownEditor.tsx';
import { useDraft } from './use-draft.ts';
import styles from './MarkdownWorkbench.module.css';
import { Preview } from './Preview.tsx';
import { SourcePane } from './SourcePane.tsx';

/** Source and preview, side by side where there is room. */
export function MarkdownWorkbench(props: MarkdownEditorProps) {
  const { label, value, onChange, error, draftKey } = props;
  const id = useId();
  const { found, settle } = useDraft(draftKey, value);
  return (
    <section className={styles.workbench} aria-labelledby={id}>
      <p id={id} className={styles.label}>
        {label}
      </p>
      {found && (
        <DraftNotice
          draft={found}
          onRestore={() => {
            onChange(found.text);
            settle(true);
          }}
          onDiscard={() => settle(false)}
        />
      )}
      <div className={classNames(styles.columns, error && styles.invalid)}>
        <SourcePane {...props} />
        <section
          aria-label="Preview"
          className={styles.preview}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
          tabIndex={0}
        >
          <Preview text={value} />
        </section>
      </div>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </section>
  );
}
