import type { GalleryPicture } from '@waygate/contract/home/home.schemas';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { pictureSources } from '#api/media-url.ts';
import { LAID_OUT_LATER } from '#features/landing/arrival.ts';
import styles from './Gallery.module.css';
import { nextPicture } from './gallery.rules.ts';
import { useScrolledTo } from './use-scrolled-to.ts';

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
  useScrolledTo(row, current, setCurrent);
  function moveTo(index: number, behavior: ScrollBehavior = 'auto'): HTMLElement | undefined {
    setCurrent(index);
    const button = row.current?.querySelectorAll('button')[index];
    // 'auto': the style sheet moves it smoothly, for those who like movement.
    button?.scrollIntoView({ block: 'nearest', inline: 'start', behavior });
    return button;
  }
  /** To the next or previous one that can stand at the row's start. */
  function step(by: 1 | -1) {
    const { clientWidth = 0, firstElementChild } = row.current ?? {};
    const seen = Math.floor(clientWidth / (firstElementChild?.clientWidth ?? 0)) || 1;
    const last = Math.max(0, pictures.length - seen);
    moveTo(Math.max(0, Math.min(last, Math.min(last, current) + by)));
  }
  function close() {
    // The browser gives the focus back to the picture that was opened; the one seen last takes it from there.
    flushSync(() => setIsOpen(false));
    moveTo(current, 'instant')?.focus({ preventScroll: true });
  }
  function handleKey(event: KeyboardEvent) {
    const next = nextPicture(event.key, current, pictures.length);
    if (next === undefined) return;
    event.preventDefault();
    moveTo(next)?.focus({ preventScroll: true });
  }
  return (
    <div className={styles.gallery} {...LAID_OUT_LATER}>
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
          <Arrow label="Previous picture" onPress={() => step(-1)} />
          <Arrow label="Next picture" onPress={() => step(1)} />
        </p>
      )}
      {isOpen && (
        <Suspense>
          <GalleryDialog pictures={pictures} index={current} onMove={setCurrent} onClose={close} />
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
