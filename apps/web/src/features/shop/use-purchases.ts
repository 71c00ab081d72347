import { listPurchases } from '@waygate/contract/orders/orders.endpoints';
import { useEffect, useState } from 'react';
import { call } from '#api/call.ts';
import { useSession } from '#api/session.ts';

type Purchases = ReadonlyMap<number, number>;

const NONE: Purchases = new Map();

/** How many of each product the signed-in player has bought; none while that is unknown. */
export function usePurchases(): Purchases {
  const token = useSession()?.accessToken;
  const [known, setKnown] = useState<{ token: string; purchases: Purchases }>();
  useEffect(() => {
    if (!token) return;
    const abort = new AbortController();
    call(listPurchases, {}, { signal: abort.signal }).then(
      ({ purchases }) =>
        setKnown({ token, purchases: new Map(purchases.map(({ productId, count }) => [productId, count])) }),
      // Without it the checkout says what was bought already.
      () => {},
    );
    return () => abort.abort();
  }, [token]);
  return known && known.token === token ? known.purchases : NONE;
}
