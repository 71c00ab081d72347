import { useEffect, useEffectEvent, useState } from 'react';

/** Runs the action once, `delayMs` after it became due, unless the component unmounts first. */
export function useDelayed(isDue: boolean, delayMs: number, action: () => void): void {
  const run = useEffectEvent(action);
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => run(), delayMs);
    return () => clearTimeout(timer);
  }, [isDue, delayMs]);
}

/** A text that is shown for a while; '' when there is none. */
export function useTemporaryText(durationMs: number): [text: string, show: (text: string) => void] {
  const [text = '', show] = useTemporaryValue<string>(durationMs);
  return [text, show];
}

/** A value that is shown for a while. */
export function useTemporaryValue<T>(
  durationMs: number,
): [value: T | undefined, show: (value: T | undefined) => void] {
  const [shown, setShown] = useState<{ value: T }>();
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(undefined), durationMs);
    return () => clearTimeout(timer);
  }, [shown, durationMs]);
  return [shown?.value, (value) => setShown(value === undefined ? undefined : { value })];
}
