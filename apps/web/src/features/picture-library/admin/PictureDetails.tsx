import { deletePicture, updatePicture } from '@waygate/contract/picture-library/picture-library.endpoints';
import {
  type LibraryPicture,
  PICTURE_ALT_MAX,
  UNUSED_PICTURE_DAYS,
} from '@waygate/contract/picture-library/picture-library.schemas';
import { useState } from 'react';
import { pictureSources } from '#api/media-url.ts';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { DeleteDialog } from '#features/admin/records/DeleteDialog.tsx';
import { useDeletion } from '#features/admin/records/use-deletion.ts';
import { CheckboxField } from '#ui/admin/fields/CheckboxField.tsx';
import { Button } from '#ui/Button.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import styles from './PictureDetails.module.css';
import type { AltTexts } from './use-alt-texts.ts';
import { pictureTitle, sizeText } from './picture-texts.ts';
import { PictureUses } from './PictureUses.tsx';
import { LIBRARY_KEYS } from './use-picture-library.ts';

type PictureDetailsProps = { picture: LibraryPicture; texts: AltTexts };

/** What the chosen picture is, where it is used, and what can be changed. */
export function PictureDetails({ picture, texts }: PictureDetailsProps) {
  const title = pictureTitle(picture);
  return (
    <section aria-label="Chosen picture" className={styles.details}>
      <img {...pictureSources(picture.url, '19rem')} alt={picture.alt} className={styles.preview} />
      <div className={styles.facts}>
        <h3>{title}</h3>
        <p>{sizeText(picture)}</p>
        <p>
          Uploaded <LocalTime value={picture.uploadedAt} />
        </p>
      </div>
      <AltText picture={picture} texts={texts} />
      <PictureUses picture={picture} />
      <Keeping picture={picture} />
      {picture.useCount === 0 && !picture.isKept && <Removal picture={picture} title={title} />}
    </section>
  );
}

function AltText({ picture, texts: { alt, setAlt, isBusy, save } }: PictureDetailsProps) {
  return (
    <div className={styles.alt}>
      <TextField
        label="Alternative text"
        name="alt"
        maxLength={PICTURE_ALT_MAX}
        hint="What the picture shows, for those who cannot see it."
        value={alt}
        readOnly={isBusy}
        onChange={({ target }) => setAlt(target.value)}
      />
      {alt.trim() !== picture.alt && (
        <Button look="secondary" isBusy={isBusy} onClick={() => void save()}>
          Save text
        </Button>
      )}
    </div>
  );
}

function Keeping({ picture: { name, isKept, useCount } }: { picture: LibraryPicture }) {
  // As it was asked for, until the library answers.
  const [asked, setAsked] = useState(isKept);
  const { isBusy, error, submit } = useAdminMutation(updatePicture, {
    success: (_, { body }) =>
      body.isKept ? 'Picture kept in the library.' : 'Picture no longer kept in the library.',
    failure: "The picture couldn't be changed.",
    invalidates: LIBRARY_KEYS,
    isFailureNews: true,
  });
  const keep = async (wanted: boolean) => {
    if (isBusy) return;
    setAsked(wanted);
    if (!(await submit({ params: { name }, body: { isKept: wanted } }))) setAsked(!wanted);
  };
  const unused = useCount === 0 ? '' : 'once nothing uses it, ';
  return (
    <>
      <CheckboxField
        label="Keep in the library"
        name="isKept"
        hint={
          asked
            ? 'It stays until somebody lets it go.'
            : `Otherwise it is deleted ${unused}${UNUSED_PICTURE_DAYS} days after its upload.`
        }
        checked={asked}
        aria-disabled={isBusy || undefined}
        onChange={({ target }) => void keep(target.checked)}
      />
      {error && <Notice tone="error">{error}</Notice>}
    </>
  );
}

function Removal({ picture, title }: { picture: LibraryPicture; title: string }) {
  const deletion = useDeletion(deletePicture, {
    inputOf: ({ name }: LibraryPicture) => ({ params: { name } }),
    success: 'Picture deleted.',
    failure: "The picture couldn't be deleted.",
    invalidates: LIBRARY_KEYS,
    isFailureNews: true,
  });
  return (
    <>
      {deletion.error && <Notice tone="error">{deletion.error}</Notice>}
      <Button look="danger" className={styles.delete} onClick={() => deletion.ask(picture)}>
        Delete picture
      </Button>
      <DeleteDialog deletion={deletion} title={() => `Delete ${title}?`}>
        <p>
          Nothing on the site shows it. A draft or an earlier revision that does will need another picture.
        </p>
        <p>This action cannot be undone.</p>
      </DeleteDialog>
    </>
  );
}
