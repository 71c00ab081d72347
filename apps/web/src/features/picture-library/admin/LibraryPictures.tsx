import type { LibraryPicture } from '@waygate/contract/picture-library/picture-library.schemas';
import { Images } from 'lucide-react';
import { messageOf } from '#api/api-error.ts';
import { countText } from '#ui/admin/count-text.ts';
import { useFocusOnOlder } from '#ui/admin/use-focus-on-older.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyPanel } from '#ui/EmptyPanel.tsx';
import { Failure } from '#ui/Failure.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { PictureGrid } from './PictureGrid.tsx';
import gridStyles from './PictureGrid.module.css';
import styles from './PictureLibraryDialog.module.css';
import type { usePictureLibrary } from './use-picture-library.ts';

const PLACES = Array.from({ length: 8 }, (_, place) => place);

type LibraryPicturesProps = {
  library: ReturnType<typeof usePictureLibrary>;
  /** The name of the chosen one; '' for none. */
  chosen: string;
  onChoose: (picture: LibraryPicture) => void;
  onTake: () => void;
  onShowAll: () => void;
};

/** The pages of the library that are loaded, or why there are none. */
export function LibraryPictures({ library, onShowAll, ...choice }: LibraryPicturesProps) {
  const { list, pictures, isFiltered } = library;
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage } = list;
  const { box, focusNext } = useFocusOnOlder('[role=option]', {
    shown: library.shown,
    count: pictures.length,
  });
  if (!data && error)
    return (
      <Failure
        message={messageOf(error, "The pictures couldn't be loaded.")}
        onRetry={() => void list.refetch()}
      />
    );
  return (
    <div ref={box} className={styles.pictures}>
      <output className="visually-hidden">
        {data ? foundText(pictures.length, hasNextPage) : 'Loading the pictures…'}
      </output>
      {!data && <Loading />}
      {pictures.length > 0 && <PictureGrid pictures={pictures} isStale={isPlaceholderData} {...choice} />}
      {data && pictures.length === 0 && <Empty isFiltered={isFiltered} onShowAll={onShowAll} />}
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

/** For screen readers, since the grid changes while the focus is in the search. */
function foundText(count: number, hasOlder: boolean): string {
  if (count === 0) return 'No pictures found.';
  return `${countText(count, 'picture')}${hasOlder ? ', and older ones' : ''}.`;
}

function Loading() {
  return (
    <div className={gridStyles.grid}>
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
