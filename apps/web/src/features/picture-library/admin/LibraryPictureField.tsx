import type { LibraryPicture } from '@waygate/contract/picture-library/picture-library.schemas';
import { type ComponentProps, useState } from 'react';
import type { Submission } from '#api/use-submit.ts';
import { PictureField } from '#ui/admin/fields/PictureField.tsx';
import { PictureLibrary } from './PictureLibrary.tsx';
import { type UploadedPicture, uploadPicture } from './upload-picture.ts';

type LibraryPictureFieldProps = Omit<
  ComponentProps<typeof PictureField>,
  'onChoose' | 'onBrowse' | 'isBusy'
> & {
  /** The form waits for it. */
  upload: Submission;
  onUploaded: (picture: UploadedPicture) => void;
  onTaken: (picture: LibraryPicture) => void;
};

/** A picture that is uploaded or taken from the library. */
export function LibraryPictureField({
  upload,
  error,
  onUploaded,
  onTaken,
  ...field
}: LibraryPictureFieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <PictureField
        {...field}
        isBusy={upload.isBusy}
        error={upload.error || error}
        onChoose={(file) => void upload.submit(async () => onUploaded(await uploadPicture(file)))}
        onBrowse={() => setIsOpen(true)}
      />
      {isOpen && (
        <PictureLibrary
          takeLabel="Use picture"
          onTake={(picture) => {
            setIsOpen(false);
            // As a submission, which ends the message of an upload that failed.
            void upload.submit(async () => onTaken(picture));
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
