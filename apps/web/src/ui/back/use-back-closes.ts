import { createContext, use, useEffect, useEffectEvent, useState } from 'react';

/** Opens a layer over the page, which the browser's back closes. The returned function closes it otherwise. */
export type OpenLayer = (onBack: () => void) => () => void;

/** Without one, the browser's back leaves the page as usual. */
export const LayerContext = createContext<OpenLayer>(() => () => {});

/** While mounted, the browser's back calls `onBack` instead of leaving the page. */
export function useBackCloses(onBack: () => void): void {
  const openLayer = use(LayerContext);
  const [refusals, setRefusals] = useState(0);
  const close = useEffectEvent((count: number) => {
    onBack();
    // Opens it again if it's still there, because it can't be closed now.
    setRefusals(count + 1);
  });
  useEffect(() => openLayer(() => close(refusals)), [openLayer, refusals]);
}
