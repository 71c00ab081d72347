import { useEffect, useState } from 'react';

const SETTLED_MS = 300;

/** The value once it has stopped changing, so that the server isn't asked at each key. */
export function useSettled<Value extends string | number | undefined>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
