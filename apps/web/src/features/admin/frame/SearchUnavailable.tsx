import { Dialog } from '#ui/Dialog.tsx';

/** Stands in for the search when its code couldn't be loaded. */
export function SearchUnavailable({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Search" onClose={onClose}>
      <p>The search couldn't be loaded. Check your connection, then reload the page.</p>
    </Dialog>
  );
}
