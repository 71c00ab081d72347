import { useQuery } from '@tanstack/react-query';
import {
  deleteGalleryPicture,
  getAdminGallery,
  orderGallery,
} from '@waygate/contract/home/home.admin.endpoints';
import { type AdminGalleryPicture, MAX_GALLERY_PICTURES } from '@waygate/contract/home/home.admin.schemas';
import { Images } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { ListSkeleton } from '#features/admin/lists/ListSkeleton.tsx';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { useDeletion } from '#features/admin/records/use-deletion.ts';
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx';
import { Panel } from '#ui/admin/Panel.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyPanel } from '#ui/EmptyPanel.tsx';
import { Failure } from '#ui/Failure.tsx';
import { Notice } from '#ui/Notice.tsx';
import { GALLERY_KEYS } from './gallery-form.rules.ts';
import { GalleryList } from './GalleryList.tsx';
import { EditPictureDialog, NewPictureDialog } from './PictureDialogs.tsx';
import styles from './site-admin.module.css';

/** The pictures of the landing page's gallery. Each change is saved at once. */
export function GalleryPanel() {
  const { data, error, refetch } = useQuery({
    queryKey: ['site', 'gallery'],
    queryFn: ({ signal }) => call(getAdminGallery, {}, { signal }),
  });
  const [opened, setOpened] = useState<AdminGalleryPicture | 'new'>();
  const close = () => setOpened(undefined);
  const isFull = (data?.pictures.length ?? 0) >= MAX_GALLERY_PICTURES;
  return (
    <Panel
      title="Gallery"
      actions={
        <Button disabled={!data || isFull} onClick={() => setOpened('new')}>
          Add a picture
        </Button>
      }
    >
      <div className={styles.fields}>
        <p className={styles.intro}>
          Visitors see these pictures on the landing page, in this order. There are at most{' '}
          {MAX_GALLERY_PICTURES}.
        </p>
        {data ? (
          <Pictures pictures={data.pictures} onEdit={setOpened} />
        ) : error ? (
          <Failure
            message={messageOf(error, "The gallery couldn't be loaded.")}
            onRetry={() => void refetch()}
          />
        ) : (
          <ListSkeleton caption="the gallery" />
        )}
      </div>
      {opened === 'new' && <NewPictureDialog onClose={close} />}
      {opened && opened !== 'new' && <EditPictureDialog picture={opened} onClose={close} />}
    </Panel>
  );
}

type PicturesProps = {
  pictures: AdminGalleryPicture[];
  onEdit: (picture: AdminGalleryPicture) => void;
};

function Pictures({ pictures, onEdit }: PicturesProps) {
  const ordering = useAdminMutation(orderGallery, {
    success: 'Gallery put in order.',
    failure: "The order couldn't be saved.",
    invalidates: GALLERY_KEYS,
    // Somebody else may have changed the gallery: their order is shown.
    isFailureNews: true,
  });
  const deletion = useDeletion(deleteGalleryPicture, {
    inputOf: ({ pictureId }: AdminGalleryPicture) => ({ params: { id: String(pictureId) } }),
    success: 'Picture removed.',
    failure: "The picture couldn't be removed.",
    invalidates: GALLERY_KEYS,
    isFailureNews: true,
  });
  const order = (next: AdminGalleryPicture[]) =>
    ordering.submit({ body: { pictureIds: next.map(idOf), seenPictureIds: pictures.map(idOf) } });
  const failure = orderFailure(ordering) || deletion.error;
  return (
    <>
      {failure && <Notice tone="error">{failure}</Notice>}
      {pictures.length === 0 ? (
        <EmptyPanel icon={Images}>
          <p>There are no pictures yet. Add some that show the game.</p>
        </EmptyPanel>
      ) : (
        <GalleryList
          pictures={pictures}
          isBusy={ordering.isBusy}
          onOrder={order}
          onEdit={onEdit}
          onRemove={deletion.ask}
        />
      )}
      {deletion.row && (
        <ConfirmDialog
          title="Remove this picture?"
          confirmLabel="Remove"
          isBusy={deletion.isBusy}
          onConfirm={deletion.confirm}
          onClose={deletion.cancel}
        >
          <p>{deletion.row.caption || deletion.row.alt}</p>
          <p>It leaves the gallery. This action cannot be undone.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function idOf({ pictureId }: AdminGalleryPicture): number {
  return pictureId;
}

/** A list has no two versions to choose from: theirs is shown. */
function orderFailure({ conflict, error }: { conflict: unknown; error: string }): string {
  return conflict === undefined
    ? error
    : 'Somebody else changed the gallery in the meantime. This is how it is now.';
}
