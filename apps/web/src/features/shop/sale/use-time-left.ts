import { useEffect, useEffectEvent, useState } from 'react';
import { useIsHydrated } from '#ui/use-is-hydrated.ts';
import { findTimeLeft, type TimeLeft } from './sale-countdown.rules.ts';

const TICK_MS = 1000;

/**
 * The time left until a sale ends, updated every second; `onEnd` is called once it is reached.
 *
 * @returns `unknown` before hydration, because the server's HTML is older than the visitor's clock
 */
export function useTimeLeft(endsAt: string, onEnd: () => void): TimeLeft | 'unknown' | undefined {
  const endMs = Date.parse(endsAt);
  const isHydrated = useIsHydrated();
  const [left, setLeft] = useState(() => findTimeLeft(endMs, Date.now()));
  const isRunning = left !== undefined;
  const tick = useEffectEvent(() => setLeft(findTimeLeft(endMs, Date.now())));
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (!isRunning) {
      end();
      return;
    }
    const timer = setInterval(() => tick(), TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return isHydrated ? left : 'unknown';
}
