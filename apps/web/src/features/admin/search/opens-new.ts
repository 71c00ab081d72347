import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

const NAME = 'new';

/** The address that opens a page's dialog for something new, also in another tab. */
export function opensNew(path: string): string {
  return `${path}?${NAME}=1`;
}

/** Opens the page's dialog for something new when its address asks for it, once. */
export function useOpensNew(open: () => void): void {
  const { key, search } = useLocation();
  const navigate = useNavigate();
  const openOnce = useEffectEvent((step: string) => {
    const query = new URLSearchParams(search);
    if (step === '' || !query.has(NAME)) return;
    open();
    // Otherwise a reload would open it again.
    query.delete(NAME);
    void navigate({ search: query.toString() }, { replace: true });
  });
  useEffect(() => openOnce(key), [key]);
}
