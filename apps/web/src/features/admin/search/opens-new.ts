import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

const NEW = 'new';
const ACTION = 'open';

/** What a player's page opens when its address asks for it. */
type PlayerAction = 'grant' | 'item' | 'coins' | 'reset-link' | 'ban' | 'unban';

/** What the page of an order, the list of products and the editors of texts open. */
type RecordAction = 'refund' | 'retry' | 'edit' | 'hide' | 'delete' | 'preview' | 'revisions';

export type PageAction = PlayerAction | RecordAction;

/** The address that opens a page's dialog for something new, also in another tab. */
export function opensNew(path: string): string {
  return `${path}?${NEW}=1`;
}

/** The address of a page that opens the dialog of an action, also in another tab. */
export function opensAction(path: string, action: PageAction): string {
  return `${path}${path.includes('?') ? '&' : '?'}${ACTION}=${action}`;
}

/** The query of a page without what it is asked to open: with it, the page is the same. */
export function queryOfPage(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of [NEW, ACTION]) query.delete(name);
  return query.toString();
}

/** Opens the page's dialog for something new when its address asks for it, once. */
export function useOpensNew(open: () => void): void {
  useAskedFor(NEW, open);
}

/**
 * Opens the dialog of an action when the page's address asks for it, once.
 *
 * @param open gets the search of a list, which finds the record
 * @param isReady false while what is known of the record may be old: the dialog waits for it
 */
export function useOpensAction(
  action: PageAction,
  open: (search: string) => void,
  { isReady = true }: { isReady?: boolean } = {},
): void {
  useAskedFor(ACTION, open, { value: action, isReady });
}

/** @param asked `value`: the only one that is answered; any without it */
function useAskedFor(
  name: string,
  open: (search: string) => void,
  { value, isReady = true }: { value?: string; isReady?: boolean } = {},
): void {
  const { key, search } = useLocation();
  const navigate = useNavigate();
  const openOnce = useEffectEvent((step: string, isKnown: boolean) => {
    const query = new URLSearchParams(search);
    const asked = query.get(name);
    if (step === '' || !isKnown || asked === null || (value !== undefined && asked !== value)) return;
    open(query.get('search') ?? '');
    // Otherwise a reload would open it again.
    query.delete(name);
    void navigate({ search: query.toString() }, { replace: true });
  });
  useEffect(() => openOnce(key, isReady), [key, isReady]);
}
