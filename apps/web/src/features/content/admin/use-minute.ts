import { useEffect, useState } from 'react';

const TICK_MS = 30_000;

/** The clock's time in milliseconds, for labels that change with time. */
export function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
