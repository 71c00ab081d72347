import type { LibraryPicture } from '@waygate/contract/picture-library/picture-library.schemas';
import { useRef, useState } from 'react';
import dialogStyles from '#ui/admin/dialogs/FormDialog.module.css';
import { DiscardQuestion } from '#ui/admin/dialogs/DiscardQuestion.tsx';
import { useClosing } from '#ui/admin/dialogs/use-closing.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useFocusAfterLoss } from '#ui/use-focus-after-loss.ts';
import { LibraryBar } from './LibraryBar.tsx';
import { LibraryPictures } from './LibraryPictures.tsx';
import styles from './PictureLibraryDialog.module.css';
import { PictureDetails } from './PictureDetails.tsx';
import { useAltTexts } from './use-alt-texts.ts';
import { usePictureLibrary } from './use-picture-library.ts';
import { usePictureUploads } from './use-picture-uploads.ts';

export type PictureLibraryProps = {
  /** The verb of what happens to the chosen picture: 'Insert picture'. */
  takeLabel: string;
  onTake: (picture: LibraryPicture) => void;
  onClose: () => void;
};

/** The uploaded pictures: choose one, upload another, describe, keep or delete them. */
export function PictureLibraryDialog(props: PictureLibraryProps) {
  const root = useRef<HTMLDivElement>(null);
  const { library, uploads, picture, choose, take, texts, closing } = useChoice(props);
  const [done, setDone] = useState('');
  // After a deletion, here or by someone else.
  useFocusAfterLoss(picture?.name, () => root.current?.querySelector<HTMLElement>('[role=option]'));
  return (
    <Dialog title="Picture library" isWide onClose={closing.requestClose}>
      <div ref={root} className={classNames(styles.library, uploads.isDropping && styles.dropping)}>
        <LibraryBar library={library} uploads={uploads} />
        <div className={styles.columns}>
          <LibraryPictures
            library={library}
            chosen={picture?.name ?? ''}
            onChoose={(other) => {
              // 'Picture deleted.' stays when the focus moves to another picture.
              if (picture && picture.name !== other.name) setDone('');
              choose(other);
            }}
            onTake={() => void take()}
            onShowAll={() => {
              library.showAll();
              // Its button goes away.
              root.current?.querySelector<HTMLElement>('[type=search]')?.focus();
            }}
          />
          {picture ? (
            <PictureDetails key={picture.name} picture={picture} texts={texts} onDone={setDone} />
          ) : (
            <p className={styles.hint}>Choose a picture to see its details.</p>
          )}
        </div>
        {closing.question ? (
          <DiscardQuestion onDiscard={closing.question.leave} onKeep={closing.keepEditing} />
        ) : (
          <div className={dialogStyles.end}>
            {texts.error && <Notice tone="error">{texts.error}</Notice>}
            <div className={styles.actions}>
              <output className={styles.done}>{done}</output>
              <Button look="secondary" disabled={texts.isBusy} onClick={closing.requestClose}>
                Cancel
              </Button>
              <Button disabled={!picture} isBusy={texts.isBusy} onClick={() => void take()}>
                {props.takeLabel}
              </Button>
            </div>
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** The chosen picture, its unsaved texts, and how the dialog ends. */
function useChoice({ onTake, onClose }: PictureLibraryProps) {
  const library = usePictureLibrary();
  const [chosenUrl, setChosenUrl] = useState('');
  const picture = library.pictures.find(({ url }) => url === chosenUrl);
  const texts = useAltTexts(picture);
  const isDirty = texts.unsaved.length > 0;
  const uploads = usePictureUploads((url) => {
    // Nobody who is typing is interrupted.
    if (isDirty) return;
    library.showAll();
    setChosenUrl(url);
  });
  const closing = useClosing({ isBusy: texts.isBusy, isDirty, onClose });
  return {
    library,
    uploads,
    picture,
    texts,
    closing,
    choose: ({ url }: LibraryPicture) => {
      texts.reset();
      setChosenUrl(url);
    },
    take: async () => {
      if (!picture || !(await texts.save())) return;
      const leave = () => onTake({ ...picture, alt: texts.alt.trim() });
      if (texts.unsaved.some((name) => name !== picture.name)) closing.ask(leave);
      else leave();
    },
  };
}
