import type { AdminGalleryPicture } from '@waygate/contract/home/home.admin.schemas';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { pictureSources } from '#api/media-url.ts';
import { focusPlaceButton } from '#ui/admin/place-focus.ts';
import { PlaceButtons } from '#ui/admin/PlaceButtons.tsx';
import { Button } from '#ui/Button.tsx';
import styles from './site-admin.module.css';

type GalleryListProps = {
  pictures: AdminGalleryPicture[];
  isBusy: boolean;
  /** Resolves to whether it was saved. */
  onOrder: (next: AdminGalleryPicture[]) => Promise<boolean>;
  onEdit: (picture: AdminGalleryPicture) => void;
  onRemove: (picture: AdminGalleryPicture) => void;
};

/** The pictures in their order, with what can be done with each. */
export function GalleryList({ pictures, isBusy, onOrder, onEdit, onRemove }: GalleryListProps) {
  const list = useRef<HTMLOListElement>(null);
  const lastMove = useRef<{ pictureId: number; isUp: boolean }>(undefined);
  const [announcement, setAnnouncement] = useState('');
  const shownOrder = pictures.map(({ pictureId }) => pictureId).join();
  const knownOrder = useRef(shownOrder);
  useEffect(() => {
    const last = lastMove.current;
    // A moved element loses the focus.
    if (last && shownOrder !== knownOrder.current) {
      lastMove.current = undefined;
      focusPlaceButton(list.current?.querySelector(`[data-picture="${last.pictureId}"]`), last.isUp);
    }
    knownOrder.current = shownOrder;
  }, [shownOrder]);
  async function move(from: number, to: number) {
    const picture = pictures[from];
    if (!picture) return;
    lastMove.current = { pictureId: picture.pictureId, isUp: to < from };
    const isSaved = await onOrder(pictures.toSpliced(from, 1).toSpliced(to, 0, picture));
    if (isSaved) setAnnouncement(`Moved to position ${to + 1} of ${pictures.length}.`);
    else lastMove.current = undefined;
  }
  return (
    <>
      <ol ref={list} className={styles.gallery} aria-label="Pictures of the gallery">
        {pictures.map((picture, index) => (
          <GalleryCard
            key={picture.pictureId}
            picture={picture}
            index={index}
            count={pictures.length}
            isBusy={isBusy}
            onMove={(to) => void move(index, to)}
            onEdit={() => onEdit(picture)}
            onRemove={() => onRemove(picture)}
          />
        ))}
      </ol>
      <output className="visually-hidden">{announcement}</output>
    </>
  );
}

type GalleryCardProps = Omit<ComponentProps<typeof PlaceButtons>, 'name'> & {
  picture: AdminGalleryPicture;
  onEdit: () => void;
};

function GalleryCard({ picture, onEdit, ...place }: GalleryCardProps) {
  const { pictureId, imageUrl, alt, caption, width, height } = picture;
  const number = place.index + 1;
  return (
    <li data-picture={pictureId} className={styles.card}>
      <img
        {...pictureSources(imageUrl, '18rem')}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
      />
      <p className={styles.caption}>
        {caption || <span className={styles.empty}>Without a caption</span>}
        <small>{alt}</small>
      </p>
      <div className={styles.actions}>
        <Button look="secondary" aria-label={`Edit picture ${number}`} onClick={onEdit}>
          Edit
        </Button>
        <PlaceButtons name={`picture ${number}`} {...place} />
      </div>
    </li>
  );
}
