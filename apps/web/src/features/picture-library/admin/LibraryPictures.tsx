import type { LibraryPicture } from '@waygate/contract/picture-library/picture-library.schemas';
import { Images } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { messageOf } from '#api/api-error.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyPanel } from '#ui/EmptyPanel.tsx';
import { Failure } from '#ui/Failure.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { PictureGrid } from './PictureGrid.tsx';
import styles from './PictureLibraryDialog.module.css';
import type { usePictureLibrary } from './use-picture-library.ts';

const PLACES = Array.from({ length: 8 }, (_, place) => place);

type LibraryPicturesProps = {
  library: ReturnType<typeof usePictureLibrary>;
  /** The name of the chosen one; '' for none. */
  chosen: string;
  onChoose: (picture: LibraryPicture) => void;
  onTake: () => void;
};

/** The pages of the library that are loaded, or why there are none. */
export function LibraryPictures({ library, ...choice }: LibraryPicturesProps) {
  const { list, pictures, isFiltered, showAll } = library;
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage } = list;
  const { box, focusNext } = useFocusOnOlder(pictures.length);
  if (!data) {
    if (!error) return <Loading />;
    return (
      <Failure
        message={messageOf(error, "The pictures couldn't be loaded.")}
        onRetry={() => void list.refetch()}
      />
    );
  }
  return (
    <div ref={box} className={styles.pictures}>
      {pictures.length > 0 ? (
        <PictureGrid pictures={pictures} isStale={isPlaceholderData} {...choice} />
      ) : (
        <Empty isFiltered={isFiltered} onShowAll={showAll} />
      )}
      {error && <Notice tone="error">{messageOf(error, "Other pictures couldn't be loaded.")}</Notice>}
      {hasNextPage && !isPlaceholderData && (
        <Button
          look="secondary"
          isBusy={isFetchingNextPage}
          onClick={() => {
            focusNext();
            void list.fetchNextPage();
          }}
        >
          {isFetchingNextPage ? 'Loading…' : 'Show older'}
        </Button>
      )}
    </div>
  );
}

/** Focuses the first picture that was added after older ones were asked for, since their button moves away. */
function useFocusOnOlder(count: number) {
  const box = useRef<HTMLDivElement>(null);
  const asked = useRef<number>(undefined);
  useEffect(() => {
    if (asked.current === undefined || asked.current >= count) return;
    box.current?.querySelectorAll<HTMLElement>('[role=option]')[asked.current]?.focus();
    asked.current = undefined;
  }, [count]);
  return {
    box,
    focusNext: () => {
      asked.current = count;
    },
  };
}

function Loading() {
  return (
    <div className={styles.skeletons}>
      <output className="visually-hidden">Loading the pictures…</output>
      {PLACES.map((place) => (
        <Skeleton key={place} className={styles.skeleton} />
      ))}
    </div>
  );
}

function Empty({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  if (!isFiltered)
    return (
      <EmptyPanel icon={Images}>
        <p>There are no pictures yet. Upload, drop or paste the first one.</p>
      </EmptyPanel>
    );
  return (
    <EmptyPanel icon={Images}>
      <p>No picture matches the search and the filter.</p>
      <Button look="secondary" onClick={onShowAll}>
        Show all pictures
      </Button>
    </EmptyPanel>
  );
}
