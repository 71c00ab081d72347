import type { GalleryPicture } from '@waygate/contract/home/home.schemas';
import { useEffect, useEffectEvent, useRef } from 'react';
import { pictureSources } from '#api/media-url.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import styles from './Gallery.module.css';
import { nextPicture } from './gallery.rules.ts';
import { useSwipe } from './use-swipe.ts';

const SIZES = 'min(64rem, 100vw)';

type GalleryDialogProps = {
  pictures: GalleryPicture[];
  index: number;
  onMove: (index: number) => void;
  onClose: () => void;
};

/** One picture, large. The same keys as in the row lead to the others, and so does a swipe. */
export function GalleryDialog({ pictures, index, onMove, onClose }: GalleryDialogProps) {
  const step = (key: string) => {
    const next = nextPicture(key, index, pictures.length);
    if (next !== undefined) onMove(next);
  };
  const swipe = useSwipe(step);
  const content = useRef<HTMLDivElement>(null);
  const handleKey = useEffectEvent(({ key }: KeyboardEvent) => step(key));
  useEffect(() => {
    // Also while the close button has the focus, which is outside the content.
    const dialog = content.current?.closest('dialog');
    const press = (event: KeyboardEvent) => handleKey(event);
    dialog?.addEventListener('keydown', press);
    return () => dialog?.removeEventListener('keydown', press);
  }, []);
  const picture = pictures[index];
  if (!picture) return null;
  const { imageUrl, alt, caption, width, height } = picture;
  return (
    <Dialog title={caption || alt || 'Picture'} onClose={onClose} isWide>
      <div ref={content} className={styles.large}>
        <div className={styles.stage}>
          <img
            key={imageUrl}
            {...pictureSources(imageUrl, SIZES)}
            alt={alt}
            width={width}
            height={height}
            decoding="async"
            draggable={false}
            {...(pictures.length > 1 && swipe)}
          />
        </div>
        {pictures.length > 1 && (
          <div className={styles.steps}>
            <Button look="secondary" onClick={() => step('ArrowLeft')}>
              Previous
            </Button>
            <output>
              {index + 1} of {pictures.length}
            </output>
            <Button look="secondary" onClick={() => step('ArrowRight')}>
              Next
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
