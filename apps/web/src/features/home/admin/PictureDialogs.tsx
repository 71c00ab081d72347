import { createGalleryPicture, updateGalleryPicture } from '@waygate/contract/home/home.admin.endpoints';
import type { AdminGalleryPicture } from '@waygate/contract/home/home.admin.schemas';
import { pictureSources } from '#api/media-url.ts';
import { EditRecordDialog } from '#features/admin/records/EditRecordDialog.tsx';
import { type FieldsProps, textInput } from '#features/admin/records/field-props.ts';
import { RecordDialog } from '#features/admin/records/RecordDialog.tsx';
import { useNewRecordForm } from '#features/admin/records/use-new-record-form.ts';
import { useRecordForm } from '#features/admin/records/use-record-form.ts';
import { LibraryPictureField } from '#features/picture-library/admin/LibraryPictureField.tsx';
import { usePictureOf } from '#features/picture-library/admin/use-picture-of.ts';
import { TextArea } from '#ui/admin/fields/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import {
  BLANK_PICTURE,
  COMPARED_TEXTS,
  findPictureFault,
  GALLERY_KEYS,
  type PictureTextForm,
  pictureTextBodyOf,
  pictureTextOf,
} from './gallery-form.rules.ts';
import styles from './site-admin.module.css';

/** Adds a picture to the gallery, an uploaded one or one of the library. */
export function NewPictureDialog({ onClose }: { onClose: () => void }) {
  const { upload, editing } = usePictureOf(
    useNewRecordForm({
      endpoint: createGalleryPicture,
      blank: BLANK_PICTURE,
      toBody: ({ imageUrl, ...text }) => ({ imageUrl, ...pictureTextBodyOf(text) }),
      validate: findPictureFault,
      drafted: ['alt', 'caption'],
      success: 'Picture added.',
      failure: "The picture couldn't be added.",
      invalidates: GALLERY_KEYS,
      onSuccess: onClose,
    }),
  );
  const { form, errors, change } = editing;
  return (
    <RecordDialog title="New picture" submitLabel="Add" editing={editing} onClose={onClose}>
      <LibraryPictureField
        label="Picture"
        name="image"
        shown={form.imageUrl}
        upload={upload}
        error={errors.imageUrl}
        onUploaded={({ url }) => change({ imageUrl: url })}
        onTaken={({ url, alt }) => change({ imageUrl: url, ...(form.alt === '' && { alt }) })}
        onRemove={() => change({ imageUrl: '' })}
      />
      <TextFields form={form} errors={errors} onChange={change} />
    </RecordDialog>
  );
}

type EditPictureDialogProps = { picture: AdminGalleryPicture; onClose: () => void };

/** Changes a picture's description and caption. */
export function EditPictureDialog({ picture, onClose }: EditPictureDialogProps) {
  const editing = useRecordForm({
    endpoint: updateGalleryPicture,
    record: picture,
    params: { id: String(picture.pictureId) },
    toForm: pictureTextOf,
    toBody: (form, { revision }) => ({ ...pictureTextBodyOf(form), revision }),
    validate: findPictureFault,
    drafted: ['alt', 'caption'],
    success: 'Picture updated.',
    failure: "The picture couldn't be updated.",
    invalidates: GALLERY_KEYS,
    onSuccess: onClose,
  });
  const { form, errors, change } = editing;
  return (
    <EditRecordDialog title="Edit picture" editing={editing} compared={COMPARED_TEXTS} onClose={onClose}>
      <img
        {...pictureSources(picture.imageUrl, '30rem')}
        alt=""
        width={picture.width}
        height={picture.height}
        className={styles.preview}
      />
      <TextFields form={form} errors={errors} onChange={change} />
    </EditRecordDialog>
  );
}

function TextFields(props: FieldsProps<PictureTextForm>) {
  return (
    <>
      <TextArea
        label="Description"
        rows={2}
        maxLength={300}
        required
        hint="What the picture shows, for those who cannot see it."
        {...textInput(props, 'alt')}
      />
      <TextField
        label="Caption"
        maxLength={200}
        hint="Shown below the picture. Leave it blank for none."
        {...textInput(props, 'caption')}
      />
    </>
  );
}
