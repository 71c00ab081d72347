import type { EditorView } from '@codemirror/view';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { messageOf } from '#api/api-error.ts';
import { Notice } from '#ui/Notice.tsx';
import type { MarkdownEditorProps } from './MarkdownEditor.tsx';
import { FormattingBar } from './FormattingBar.tsx';
import { type Formatting, format } from './formatting.ts';
import styles from './MarkdownWorkbench.module.css';
import { reservePlace } from './picture-places.ts';
import { useSourceEditor } from './use-source-editor.ts';

/** The source with its formatting bar and picture uploads. */
export function SourcePane({
  label,
  value,
  onChange,
  error,
  isDisabled = false,
  uploadPicture,
  PictureChooser,
}: MarkdownEditorProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const { failure, upload } = useUploads(uploadPicture);
  const view = useSourceEditor(place, {
    label,
    value,
    isDisabled,
    isInvalid: Boolean(error),
    onChange,
    onPictures: upload,
  });
  const apply = (formatting: Formatting) => {
    view.current?.dispatch(format(view.current.state, formatting));
    view.current?.focus();
  };
  const insert = ({ url, alt }: { url: string; alt: string }) => {
    // Closed first, because that returns the focus to the button.
    flushSync(() => setIsChoosing(false));
    if (!view.current) return;
    reservePlace(view.current, view.current.state.selection.main.head)(url, alt);
    view.current.focus();
  };
  return (
    <div className={styles.source}>
      <FormattingBar
        isDisabled={isDisabled}
        onFormat={apply}
        onPicture={PictureChooser && (() => setIsChoosing(true))}
      />
      {PictureChooser && isChoosing && (
        <PictureChooser onTake={insert} onClose={() => setIsChoosing(false)} />
      )}
      {failure && <Notice tone="error">{failure}</Notice>}
      <div ref={place} className={styles.text} />
    </div>
  );
}

/** Uploads pictures and inserts them where they were pasted, even if the text changes meanwhile. */
function useUploads(uploadPicture: MarkdownEditorProps['uploadPicture']) {
  const [failure, setFailure] = useState('');
  async function uploadOne(view: EditorView, file: File, position: number) {
    const settle = reservePlace(view, position);
    try {
      settle(await uploadPicture?.(file));
    } catch (error) {
      settle(undefined);
      setFailure(`${file.name}: ${messageOf(error, "The picture couldn't be uploaded.")}`);
    }
  }
  return {
    failure,
    upload: (view: EditorView, files: File[], position: number) => {
      setFailure(uploadPicture ? '' : "Pictures can't be uploaded here. Please use a picture's address.");
      if (uploadPicture) for (const file of files) void uploadOne(view, file, position);
    },
  };
}
