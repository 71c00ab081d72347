import { Notice } from '#ui/Notice.tsx';

/** On a page that does nothing without scripts, where there are none. */
export function NeedsScripts({ what = 'page' }: { what?: 'page' | 'form' }) {
  return (
    <noscript>
      <Notice tone="info">
        This {what} needs JavaScript. Turn it on in your browser and load the page again.
      </Notice>
    </noscript>
  );
}
