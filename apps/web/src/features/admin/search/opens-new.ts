import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** The state of a step that leads to a page for something new. */
export const OPENS_NEW = { opensNew: true };

/** Opens the page's dialog for something new when the search led here for it, once. */
export function useOpensNew(open: () => void): void {
  const { key, search, state } = useLocation();
  const navigate = useNavigate();
  const openOnce = useEffectEvent((step: string) => {
    if (step === '' || !isAsked(state)) return;
    open();
    // Otherwise a reload would open it again.
    void navigate({ search }, { replace: true, state: null });
  });
  useEffect(() => openOnce(key), [key]);
}

function isAsked(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'opensNew' in state;
}
