import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Notice } from '#ui/Notice.tsx';
import { useIsHydrated } from '#ui/use-is-hydrated.ts';
import styles from './AddressNotices.module.css';
import { hasNotices, splitNotices } from './address-notices.ts';

type AddressNoticesProps = {
  showsTexts?: boolean;
  /** Makes the query that remains from what is left of it. Doing it twice changes nothing. */
  toRest?: (rest: string) => string;
};

const asItIs = (rest: string) => rest;

/** What the codes `?message=` and `?error=` of the address mean. Then they are removed from it, known or not. */
export function AddressNotices({ showsTexts, toRest = asItIs }: AddressNoticesProps) {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  // The server renders one page for every query, so hydration must not read it.
  const isHydrated = useIsHydrated();
  const known = isHydrated ? search : '';
  const { message, error, rest } = splitNotices(known, showsTexts);
  const isNew = message !== '' || error !== '';
  const [shown, setShown] = useState({ message: '', error: '' });
  if (isNew && (message !== shown.message || error !== shown.error)) setShown({ message, error });
  useEffect(() => {
    if (!hasNotices(known)) return;
    void navigate({ pathname, search: toRest(rest), hash }, { replace: true, state });
  }, [navigate, known, pathname, rest, hash, state, toRest]);
  if (!shown.message && !shown.error) return null;
  return (
    <div className={styles.notices}>
      {shown.error && (
        <Notice tone="error" onDismiss={() => setShown({ ...shown, error: '' })}>
          {shown.error}
        </Notice>
      )}
      {shown.message && (
        <Notice tone="success" onDismiss={() => setShown({ ...shown, message: '' })}>
          {shown.message}
        </Notice>
      )}
    </div>
  );
}
