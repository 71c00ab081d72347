import type { GalleryPicture } from '@waygate/contract/home/home.schemas';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import { pictureSources } from '#api/media-url.ts';
import styles from './Gallery.module.css';
import { nextPicture } from './gallery.rules.ts';

const GalleryDialog = lazy(async () => {
  const { GalleryDialog: Component } = await import('./GalleryDialog.tsx');
  return { default: Component };
});

const SIZES = '(width >= 40rem) 26rem, 84vw';

/** Pictures of the game in a row: swiped, moved by arrow keys, Home and End, and opened large. */
export function Gallery({ pictures }: { pictures: GalleryPicture[] }) {
  const row = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  function moveTo(index: number): HTMLElement | undefined {
    setCurrent(index);
    const button = row.current?.querySelectorAll('button')[index];
    // The style sheet moves it smoothly, for those who like movement.
    button?.scrollIntoView({ block: 'nearest', inline: 'start' });
    return button;
  }
  function handleKey(event: KeyboardEvent) {
    const next = nextPicture(event.key, current, pictures.length);
    if (next === undefined) return;
    event.preventDefault();
    moveTo(next)?.focus({ preventScroll: true });
  }
  return (
    <div className={styles.gallery}>
      <ul ref={row} className={styles.pictures} aria-label="Pictures of the game">
        {pictures.map((picture, index) => (
          <li key={picture.imageUrl}>
            <button
              type="button"
              aria-haspopup="dialog"
              tabIndex={index === current ? 0 : -1}
              onFocus={() => setCurrent(index)}
              onKeyDown={handleKey}
              onClick={() => setIsOpen(true)}
            >
              <SmallPicture picture={picture} />
            </button>
          </li>
        ))}
      </ul>
      {pictures.length > 1 && (
        <p className={styles.arrows}>
          <Arrow label="Previous picture" onPress={() => moveTo(Math.max(0, current - 1))} />
          <Arrow label="Next picture" onPress={() => moveTo(Math.min(pictures.length - 1, current + 1))} />
        </p>
      )}
      {isOpen && (
        <Suspense>
          <GalleryDialog
            pictures={pictures}
            index={current}
            onMove={setCurrent}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

function SmallPicture({ picture: { imageUrl, alt, caption, width, height } }: { picture: GalleryPicture }) {
  return (
    <>
      <img
        {...pictureSources(imageUrl, SIZES)}
        alt={alt === caption ? '' : alt}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
      />
      {caption !== '' && <span className={styles.caption}>{caption}</span>}
    </>
  );
}

function Arrow({ label, onPress }: { label: 'Previous picture' | 'Next picture'; onPress: () => void }) {
  const Icon = label === 'Next picture' ? ChevronRight : ChevronLeft;
  return (
    <button type="button" aria-label={label} onClick={onPress}>
      <Icon aria-hidden size={22} />
    </button>
  );
}
