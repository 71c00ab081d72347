import type { LibraryPicture } from '@waygate/contract/picture-library/picture-library.schemas';
import { type ComponentProps, useState } from 'react';
import type { Submission } from '#api/use-submit.ts';
import { PictureField } from '#ui/admin/fields/PictureField.tsx';
import { PictureLibrary } from './PictureLibrary.tsx';
import { type UploadedPicture, uploadPicture } from './upload-picture.ts';

type LibraryPictureFieldProps = Omit<
  ComponentProps<typeof PictureField>,
  'onChoose' | 'onBrowse' | 'isBusy' | 'busyText'
> & {
  /** Of uploading a picture, or of taking one from the library. The form waits for it. */
  upload: Submission;
  onUploaded: (picture: UploadedPicture) => void;
  /** Rejects when the picture can't be read. */
  onTaken: (picture: LibraryPicture) => void | Promise<void>;
};

const UNREADABLE = "The picture couldn't be read. Choose another one, or try again.";

/** A picture that is uploaded or taken from the library. */
export function LibraryPictureField({
  upload,
  error,
  onUploaded,
  onTaken,
  ...field
}: LibraryPictureFieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isTaken, setIsTaken] = useState(false);
  const take = async (picture: LibraryPicture) => {
    try {
      await onTaken(picture);
    } catch {
      upload.refuse(UNREADABLE);
    }
  };
  return (
    <>
      <PictureField
        {...field}
        isBusy={upload.isBusy}
        error={upload.error || error}
        // Of a picture of the library, its size may have to be measured.
        busyText={isTaken ? 'Reading the picture…' : undefined}
        onChoose={(file) => {
          setIsTaken(false);
          void upload.submit(async () => onUploaded(await uploadPicture(file)));
        }}
        onBrowse={() => setIsOpen(true)}
      />
      {isOpen && (
        <PictureLibrary
          takeLabel="Use picture"
          onTake={(picture) => {
            setIsOpen(false);
            setIsTaken(true);
            void upload.submit(() => take(picture));
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
