import { type ComponentType, lazy, memo, Suspense, useState } from 'react';
import type * as parts from './parts.ts';

type Parts = typeof parts;

/** As Vite's manifest names the module. */
export const PARTS_FILE = 'src/features/landing/parts.ts';

let loaded: Parts | undefined;

/** Loads the parts' code. The server does so before it renders the page. */
export async function loadParts(): Promise<void> {
  loaded ??= await import('./parts.ts');
}

/*
 * Parts that the server renders and whose code the browser loads after the page's own: until then their HTML stands as
 * it is. They are rendered again only for new properties, because React would drop HTML that isn't hydrated yet.
 */
export const LaterGallery = laterPart((known) => known.Gallery);
export const LaterHappeningNow = laterPart((known) => known.HappeningNow);
export const LaterMaintenanceNotice = laterPart((known) => known.MaintenanceNotice);
export const LaterRequirements = laterPart((known) => known.Requirements);

function laterPart<Props extends object>(pick: (known: Parts) => ComponentType<Props>) {
  const Lazy = lazy(async () => ({ default: pick(await partsOrNever()) }));
  function LaterPart(props: Props) {
    // For as long as it is mounted, or it would be mounted a second time when the code has arrived.
    const [Known] = useState(() => loaded && pick(loaded));
    return <Suspense>{Known ? <Known {...props} /> : <Lazy {...props} />}</Suspense>;
  }
  return memo(LaterPart);
}

/** Without its code a part stays what the server rendered. */
async function partsOrNever(): Promise<Parts> {
  try {
    await loadParts();
  } catch {
    // Such as a connection that is lost.
  }
  return loaded ?? new Promise(() => {});
}
