import { useEffect, useEffectEvent } from 'react';

/** Calls `onPress` for Ctrl-K and Cmd-K, unless something in the page has used the key, as the editor does. */
export function useSearchKey(onPress: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isSearch = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
    if (!isSearch || event.shiftKey || event.altKey || event.defaultPrevented) return;
    event.preventDefault();
    onPress();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
