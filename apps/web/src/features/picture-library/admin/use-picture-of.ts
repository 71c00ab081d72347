import { type Submission, useSubmit } from '#api/use-submit.ts';

/** What a picture field uploads, and the form around it, which isn't saved without the picture. */
export function usePictureOf<Editing extends { save: () => void }>(
  editing: Editing,
): { upload: Submission; editing: Editing } {
  const upload = useSubmit("The picture couldn't be uploaded.");
  const save = () => {
    if (!upload.isBusy) editing.save();
  };
  return { upload, editing: { ...editing, save } };
}
