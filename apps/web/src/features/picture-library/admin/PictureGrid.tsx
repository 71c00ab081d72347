import type { LibraryPicture } from '@waygate/contract/picture-library/picture-library.schemas';
import { type KeyboardEvent, useRef } from 'react';
import { pictureSources } from '#api/media-url.ts';
import { pictureTitle, usageText } from './picture-texts.ts';
import styles from './PictureGrid.module.css';

type PictureGridProps = {
  pictures: LibraryPicture[];
  /** The name of the chosen one; '' for none. */
  chosen: string;
  /** Whether other pictures are being loaded in place of these. */
  isStale: boolean;
  onChoose: (picture: LibraryPicture) => void;
  /** The chosen one is taken: Enter, or a second click. */
  onTake: () => void;
};

/** Thumbnails as a listbox: arrows move in two directions, and the choice follows the focus. */
export function PictureGrid({ pictures, chosen, isStale, onChoose, onTake }: PictureGridProps) {
  const list = useRef<HTMLDivElement>(null);
  const chosenIndex = pictures.findIndex(({ name }) => name === chosen);
  const press = (event: KeyboardEvent, index: number) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      onTake();
      return;
    }
    const target = targetOf(event.key, { index, count: pictures.length, columns: columnsOf(list.current) });
    if (target === undefined) return;
    event.preventDefault();
    list.current?.querySelectorAll<HTMLElement>('[role=option]')[target]?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select can't show pictures
    <div ref={list} role="listbox" aria-label="Pictures" aria-busy={isStale} className={styles.grid}>
      {pictures.map((picture, index) => (
        <div
          key={picture.name}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the listbox
          role="option"
          aria-selected={index === chosenIndex}
          tabIndex={index === Math.max(chosenIndex, 0) ? 0 : -1}
          className={styles.picture}
          onFocus={() => onChoose(picture)}
          onClick={() => onChoose(picture)}
          onDoubleClick={onTake}
          onKeyDown={(event) => press(event, index)}
        >
          <Thumbnail picture={picture} />
        </div>
      ))}
    </div>
  );
}

function Thumbnail({ picture }: { picture: LibraryPicture }) {
  const title = pictureTitle(picture);
  return (
    <>
      <img {...pictureSources(picture.url, '11rem')} alt="" loading="lazy" decoding="async" />
      <span className={styles.name} title={title}>
        {title}
      </span>
      <span className={styles.use}>{usageText(picture)}</span>
    </>
  );
}

/** How many pictures are in the first row. */
function columnsOf(list: HTMLElement | null): number {
  const tops = [...(list?.children ?? [])].map((item) => item.getBoundingClientRect().top);
  return Math.max(tops.filter((top) => top === tops[0]).length, 1);
}

type Place = { index: number; count: number; columns: number };

/** Where a key leads; undefined where it leads nowhere. */
function targetOf(key: string, { index, count, columns }: Place): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return Math.min(index + 1, count - 1);
    case 'ArrowLeft':
      return Math.max(index - 1, 0);
    case 'ArrowDown':
      return index + columns < count ? index + columns : index;
    case 'ArrowUp':
      return index - columns >= 0 ? index - columns : index;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
