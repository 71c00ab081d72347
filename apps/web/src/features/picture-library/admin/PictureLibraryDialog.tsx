import { updatePicture } from '@waygate/contract/picture-library/picture-library.endpoints';
import type { LibraryPicture } from '@waygate/contract/picture-library/picture-library.schemas';
import { useRef, useState } from 'react';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useFocusAfterLoss } from '#ui/use-focus-after-loss.ts';
import { LibraryBar } from './LibraryBar.tsx';
import { LibraryPictures } from './LibraryPictures.tsx';
import styles from './PictureLibraryDialog.module.css';
import { PictureDetails } from './PictureDetails.tsx';
import { LIBRARY_KEYS, usePictureLibrary } from './use-picture-library.ts';
import { usePictureUploads } from './use-picture-uploads.ts';

export type PictureLibraryProps = {
  /** The verb of what happens to the chosen picture: 'Insert picture'. */
  takeLabel: string;
  onTake: (picture: LibraryPicture) => void;
  onClose: () => void;
};

/** The uploaded pictures: choose one, upload another, describe, keep or delete them. */
export function PictureLibraryDialog({ takeLabel, onTake, onClose }: PictureLibraryProps) {
  const library = usePictureLibrary();
  const root = useRef<HTMLDivElement>(null);
  const [chosenUrl, setChosenUrl] = useState('');
  const uploads = usePictureUploads((url) => {
    library.showAll();
    setChosenUrl(url);
  });
  const picture = library.pictures.find(({ url }) => url === chosenUrl);
  // After a deletion, by whomever.
  useFocusAfterLoss(picture?.name, () => root.current?.querySelector<HTMLElement>('[role=option]'));
  const { alt, setAlt, save, isBusy, error } = useAltText(picture);
  async function take() {
    if (picture && (await save())) onTake({ ...picture, alt: alt.trim() });
  }
  return (
    <Dialog title="Picture library" isWide onClose={onClose}>
      <div ref={root} className={styles.library} {...uploads.dropProps}>
        <LibraryBar library={library} uploads={uploads} />
        <div className={styles.columns}>
          <LibraryPictures
            library={library}
            chosen={picture?.name ?? ''}
            onChoose={({ url }) => setChosenUrl(url)}
            onTake={() => void take()}
          />
          {picture ? (
            <PictureDetails
              key={picture.name}
              picture={picture}
              alt={alt}
              onAlt={setAlt}
              onSaveAlt={() => void save()}
              isSavingAlt={isBusy}
            />
          ) : (
            <p className={styles.hint}>Choose a picture to see its details.</p>
          )}
        </div>
        <div className={styles.foot}>
          {error && <Notice tone="error">{error}</Notice>}
          <div className={styles.actions}>
            <Button look="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button disabled={!picture} isBusy={isBusy} onClick={() => void take()}>
              {takeLabel}
            </Button>
          </div>
        </div>
      </div>
    </Dialog>
  );
}

/** The alternative text of the chosen picture as it is typed. */
function useAltText(picture: LibraryPicture | undefined) {
  const [typed, setTyped] = useState({ name: '', alt: '' });
  const { isBusy, error, submit } = useAdminMutation(updatePicture, {
    failure: "The alternative text couldn't be saved.",
    invalidates: LIBRARY_KEYS,
  });
  // Another picture's is forgotten.
  const alt = picture && typed.name === picture.name ? typed.alt : (picture?.alt ?? '');
  return {
    alt,
    setAlt: (text: string) => setTyped({ name: picture?.name ?? '', alt: text }),
    isBusy,
    error,
    /** Resolves to whether the library has it. */
    save: async () =>
      picture === undefined ||
      alt.trim() === picture.alt ||
      submit({ params: { name: picture.name }, body: { alt } }),
  };
}
