import { deletePicture, updatePicture } from '@waygate/contract/picture-library/picture-library.endpoints';
import {
  type LibraryPicture,
  PICTURE_ALT_MAX,
  UNUSED_PICTURE_DAYS,
} from '@waygate/contract/picture-library/picture-library.schemas';
import { useRef, useState } from 'react';
import { pictureSources } from '#api/media-url.ts';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { DeleteDialog } from '#features/admin/records/DeleteDialog.tsx';
import { useDeletion } from '#features/admin/records/use-deletion.ts';
import { CheckboxField } from '#ui/admin/fields/CheckboxField.tsx';
import { Button } from '#ui/Button.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useFocusAfterLoss } from '#ui/use-focus-after-loss.ts';
import styles from './PictureDetails.module.css';
import type { AltTexts } from './use-alt-texts.ts';
import { pictureTitle, sizeText } from './picture-texts.ts';
import { PictureUses } from './PictureUses.tsx';
import { LIBRARY_KEYS } from './use-picture-library.ts';

type PictureDetailsProps = {
  picture: LibraryPicture;
  texts: AltTexts;
  /** Reports what was done inside the dialog: a toast would be behind it. */
  onDone: (message: string) => void;
};

/** What the chosen picture is, where it is used, and what can be changed. */
export function PictureDetails(props: PictureDetailsProps) {
  const { picture } = props;
  const deletion = useRemoval(props);
  const heading = useRef<HTMLHeadingElement>(null);
  const isRemovable = picture.useCount === 0 && !picture.isKept;
  // Refused because something uses it now: its button is gone.
  useFocusAfterLoss(`${isRemovable} ${deletion.row?.name}`, () => heading.current);
  const title = pictureTitle(picture);
  return (
    <section aria-label="Chosen picture" className={styles.details}>
      <img {...pictureSources(picture.url, '19rem')} alt={picture.alt} className={styles.preview} />
      <div className={styles.facts}>
        <h3 ref={heading} tabIndex={-1}>
          {title}
        </h3>
        <p>{sizeText(picture)}</p>
        <p>
          Uploaded <LocalTime value={picture.uploadedAt} />
        </p>
      </div>
      <AltText {...props} />
      <PictureUses picture={picture} />
      <Keeping {...props} />
      {deletion.error && <Notice tone="error">{deletion.error}</Notice>}
      {isRemovable && (
        <Button look="danger" className={styles.delete} onClick={() => deletion.ask(picture)}>
          Delete picture
        </Button>
      )}
      <DeleteDialog deletion={deletion} title={() => `Delete ${title}?`}>
        <p>Nothing on the site shows it. An earlier revision that does will need another picture.</p>
        <p>This action cannot be undone.</p>
      </DeleteDialog>
    </section>
  );
}

function AltText({ texts: { alt, setAlt, isBusy, save }, onDone }: PictureDetailsProps) {
  async function saveText() {
    if (await save()) onDone('Alternative text saved.');
  }
  return (
    <div className={styles.alt}>
      <TextField
        label="Alternative text"
        name="alt"
        maxLength={PICTURE_ALT_MAX}
        hint="What the picture shows, for those who cannot see it."
        value={alt}
        readOnly={isBusy}
        onChange={({ target }) => {
          setAlt(target.value);
          onDone('');
        }}
      />
      <Button look="secondary" isBusy={isBusy} onClick={() => void saveText()}>
        Save text
      </Button>
    </div>
  );
}

function Keeping({ picture: { name, isKept }, onDone }: PictureDetailsProps) {
  // As it was asked for, until the library answers.
  const [asked, setAsked] = useState(isKept);
  const { isBusy, error, submit } = useAdminMutation(updatePicture, {
    failure: "The picture couldn't be changed.",
    invalidates: LIBRARY_KEYS,
    isFailureNews: true,
    onSuccess: (_, { body }) =>
      onDone(body.isKept ? 'Picture kept in the library.' : 'Picture no longer kept in the library.'),
  });
  const keep = async (wanted: boolean) => {
    if (isBusy) return;
    setAsked(wanted);
    if (!(await submit({ params: { name }, body: { isKept: wanted } }))) setAsked(!wanted);
  };
  return (
    <>
      <CheckboxField
        label="Keep in the library"
        name="isKept"
        hint={
          asked
            ? 'Stays until you clear this box.'
            : `Deleted when nothing uses it, at the earliest ${UNUSED_PICTURE_DAYS} days after its last upload.`
        }
        checked={asked}
        aria-disabled={isBusy || undefined}
        onChange={({ target }) => void keep(target.checked)}
      />
      {error && <Notice tone="error">{error}</Notice>}
    </>
  );
}

function useRemoval({ texts, onDone }: PictureDetailsProps) {
  return useDeletion(deletePicture, {
    inputOf: ({ name }: LibraryPicture) => ({ params: { name } }),
    failure: "The picture couldn't be deleted.",
    invalidates: LIBRARY_KEYS,
    isFailureNews: true,
    onSuccess: (_, { params }) => {
      texts.forget(params.name);
      onDone('Picture deleted.');
    },
  });
}
