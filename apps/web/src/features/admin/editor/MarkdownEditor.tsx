import { type ComponentType, lazy, Suspense } from 'react';
import { Skeleton } from '#ui/Skeleton.tsx';
import styles from './MarkdownEditor.module.css';

/** Chooses a picture that was uploaded before, or uploads one. */
export type PictureChooser = ComponentType<{
  onTake: (picture: { url: string; alt: string }) => void;
  onClose: () => void;
}>;

export type MarkdownEditorProps = {
  label: string;
  /** Markdown. */
  value: string;
  onChange: (text: string) => void;
  /** The text's error. */
  error?: string | undefined;
  /** Read-only while saving. */
  isDisabled?: boolean;
  /** Uploads a pasted or dropped picture and returns its address. Without it, pictures are added by address. */
  uploadPicture?: (file: File) => Promise<string>;
  /** What the 'Picture' button opens. */
  PictureChooser?: PictureChooser;
  /** The draft's key, so that the text survives a crash. Call `forgetDraft` once it is saved. */
  draftKey?: string;
};

// Falls back to a plain text area when the editor's chunk can't be loaded.
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
