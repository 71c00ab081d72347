import { tooManyRequests } from '#platform/errors/app-error.ts';
import { networksAround } from './address.ts';
import { WIDER_NETWORK_FACTOR } from './throttle.ts';

const MAX_NETWORKS = 10_000;

/**
 * Counts one use by the network of an address.
 *
 * @throws too_many_requests with the seconds until the window ends
 */
export type UseAllowance = (address: string) => void;

/**
 * An allowance per network and window, counted in this process's memory. It protects this process's CPU, so other
 * processes need not know; and counting in the database (`throttle.ts`) would cost about as much as what it protects.
 *
 * A window begins for all networks at once and forgets the last one. Past `maxNetworks` in a window, further networks
 * share one allowance, so that a flood from many addresses can't fill the memory.
 *
 * @param points uses per network and window; the /56 and /48 of an IPv6 address have more, as in `addressAllowances`
 * @param now milliseconds of a clock
 */
export function createAddressAllowance({
  points,
  windowSeconds,
  maxNetworks = MAX_NETWORKS,
  now = () => performance.now(),
}: {
  points: number;
  windowSeconds: number;
  maxNetworks?: number;
  now?: () => number;
}): UseAllowance {
  let used = new Map<string, number>();
  let endsAt = 0;
  return (address) => {
    const time = now();
    if (time >= endsAt) {
      used = new Map();
      endsAt = time + windowSeconds * 1000;
    }
    for (const [stage, network] of networksAround(address).entries()) {
      const key = used.has(network) || used.size < maxNetworks ? network : `others ${stage}`;
      const uses = used.get(key) ?? 0;
      if (uses >= points * WIDER_NETWORK_FACTOR ** stage) throw tooManyRequests((endsAt - time) / 1000);
      used.set(key, uses + 1);
    }
  };
}
