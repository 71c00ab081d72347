import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';

/**
 * Applies deliveries in several lanes at once. Those of one account come one after another, in their order: a revocation after
 * its grant, and an inbox that is counted before it is filled. After a failure each lane ends the delivery that it has begun.
 *
 * @param apply rejects if no more can be applied
 * @returns why no more could be applied, if so
 */
export async function applyInLanes(
  deliveries: Delivery[],
  { lanes, stop }: { lanes: number; stop: AbortSignal },
  apply: (delivery: Delivery) => Promise<void>,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  // The lanes share one iterator: each takes the next account.
  const accounts = byAccount(deliveries).values();
  const lane = async () => {
    for (const ofAccount of accounts) {
      for (const delivery of ofAccount) {
        if (stop.aborted || failures.length > 0) return;
        await apply(delivery);
      }
    }
  };
  await Promise.all(
    Array.from({ length: lanes }, () => lane().catch((error: unknown) => failures.push(error))),
  );
  return failures;
}

/** The account with the oldest delivery first. */
function byAccount(deliveries: Delivery[]): Delivery[][] {
  const accounts = new Map<number, Delivery[]>();
  for (const delivery of deliveries) {
    const ofAccount = accounts.get(delivery.accountDBID);
    if (ofAccount) ofAccount.push(delivery);
    else accounts.set(delivery.accountDBID, [delivery]);
  }
  return [...accounts.values()];
}
