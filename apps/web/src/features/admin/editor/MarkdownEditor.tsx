import { lazy, Suspense } from 'react';
import { Skeleton } from '#ui/Skeleton.tsx';
import styles from './MarkdownEditor.module.css';

export type MarkdownEditorProps = {
  label: string;
  /** Markdown. */
  value: string;
  onChange: (text: string) => void;
  /** What is wrong with the text. */
  error?: string | undefined;
  /** Nothing can be changed while it is saved. */
  isDisabled?: boolean;
  /** Keeps a picture and answers its address. Without it, pictures are added by their address. */
  uploadPicture?: (file: File) => Promise<string>;
  /** Names the record, so that what was written survives a crash. `forgetDraft` once it is saved. */
  draftKey?: string;
};

// A text can be written without the editor's comforts, when its code does not arrive.
const Editor = lazy(async () => {
  try {
    const { MarkdownWorkbench } = await import('./MarkdownWorkbench.tsx');
    return { default: MarkdownWorkbench };
  } catch {
    const { PlainEditor } = await import('./PlainEditor.tsx');
    return { default: PlainEditor };
  }
});

/** Source and preview of a text in markdown, in a chunk of its own. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  return (
    <Suspense fallback={<Skeleton className={styles.skeleton} />}>
      <Editor {...props} />
    </Suspense>
  );
}
