import { lazy, type SyntheticEvent, Suspense } from 'react';
import { createPortal } from 'react-dom';
import { Dialog } from '#ui/Dialog.tsx';
import type { PictureLibraryProps } from './PictureLibraryDialog.tsx';

const Library = lazy(async () => {
  try {
    const { PictureLibraryDialog } = await import('./PictureLibraryDialog.tsx');
    return { default: PictureLibraryDialog };
  } catch {
    return { default: Unavailable };
  }
});

/** Loads the library as its own chunk, outside the form that opens it. */
export function PictureLibrary(props: PictureLibraryProps) {
  return createPortal(
    // React passes events on to the form, which would take them for input.
    <div onInput={stop} onSubmit={stop}>
      <Suspense>
        <Library {...props} />
      </Suspense>
    </div>,
    document.body,
  );
}

function stop(event: SyntheticEvent) {
  event.stopPropagation();
}

function Unavailable({ onClose }: PictureLibraryProps) {
  return (
    <Dialog title="Picture library" onClose={onClose}>
      <p>The library couldn't be loaded. Check your connection, then open it again or reload the page.</p>
    </Dialog>
  );
}
