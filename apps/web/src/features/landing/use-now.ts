import { useEffect, useState } from 'react';

/** Often enough for minutes. */
const TICK_MS = 10_000;

/** The clock's time in milliseconds. The first render, over the server's HTML, has the time of the snapshot. */
export function useNow(readAt: number, tickMs: number = TICK_MS): number {
  const [now, setNow] = useState(readAt);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, [tickMs]);
  return now;
}
