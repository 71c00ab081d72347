import { useEffect, useState } from 'react';
import { useSession } from '#api/session.ts';
import { loadPurchasing } from './load-purchasing.ts';

type Purchases = ReadonlyMap<number, number>;

const NONE: Purchases = new Map();

/** How many of each product the signed-in player has bought; none while that is unknown. */
export function usePurchases(): Purchases {
  const token = useSession()?.accessToken;
  const [known, setKnown] = useState<{ token: string; purchases: Purchases }>();
  useEffect(() => {
    if (!token) return;
    const abort = new AbortController();
    readPurchases(abort.signal).then(
      (purchases) => setKnown({ token, purchases }),
      // Without it the checkout says what was bought already.
      () => {},
    );
    return () => abort.abort();
  }, [token]);
  return known && known.token === token ? known.purchases : NONE;
}

async function readPurchases(signal: AbortSignal): Promise<Purchases> {
  const purchasing = await loadPurchasing();
  return purchasing.readPurchases(signal);
}
