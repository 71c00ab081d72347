import { type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './PreviewDialog.module.css';

/** Its own document, so that media queries see the width. */
const EMPTY_PAGE = '<!doctype html><html lang="en"><head><title>Preview</title></head><body></body></html>';

type PageFrameProps = {
  title: string;
  /** In CSS pixels. The frame is made smaller where there is less room. */
  width: number;
  children: ReactNode;
};

/** Shows a part of a page in a frame of that width, with the page's own style sheets. Its links lead nowhere. */
export function PageFrame({ title, width, children }: PageFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState<Document>();
  const { room, height } = useSize(box);
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  return (
    <div ref={box} className={styles.window}>
      <iframe
        title={title}
        // Nothing in it runs; this page draws in it.
        sandbox="allow-same-origin"
        srcDoc={EMPTY_PAGE}
        className={styles.frame}
        style={{
          width,
          height: height / scale,
          // Whole where it fits, and then in the middle.
          ...(scale < 1 && { transform: `scale(${scale})`, marginInline: 0 }),
        }}
        onLoad={({ currentTarget }) => setPage(currentTarget.contentDocument ?? undefined)}
      />
      {page &&
        createPortal(
          <div inert>
            <Suspense>
              {children}
              <CopyStyles page={page} />
            </Suspense>
          </div>,
          page.body,
        )}
    </div>
  );
}

/** Mounted together with the page, whose style sheets are loaded by then. */
function CopyStyles({ page }: { page: Document }) {
  useLayoutEffect(() => copyStyles(page), [page]);
  return null;
}

function copyStyles(page: Document): void {
  const view = page.defaultView;
  if (!view) return;
  // Constructed, because the page's security policy forbids style elements.
  page.adoptedStyleSheets = [...document.styleSheets].map((sheet) => {
    const copy = new view.CSSStyleSheet();
    copy.replaceSync([...sheet.cssRules].map(({ cssText }) => cssText).join('\n'));
    return copy;
  });
}

function useSize(box: { current: HTMLElement | null }): { room: number; height: number } {
  const [size, setSize] = useState({ room: 0, height: 0 });
  useLayoutEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ room: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return size;
}
