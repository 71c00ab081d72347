import { useEffect, useState } from 'react';

/** The value once it hasn't changed for `pauseMs`, so that the server isn't asked at each key. */
export function useSettled<Value extends string | number | undefined>(value: Value, pauseMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
