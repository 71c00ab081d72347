const STORAGE_KEY = 'twitch-link-tab';

/** Keeps the tab from which the OAuth flow starts, since Twitch leads back to the profile's bare address. */
export function keepTabOfReturn(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, tabOf(window.location));
  } catch {
    // Storage is disabled or full: the way back ends at the first tab.
  }
}

/** The query of an address that names a tab, or else with the tab from which the last OAuth flow started. */
export function withTabOfReturn(search: string): string {
  const query = new URLSearchParams(search);
  const tab = readTab();
  if (tab && !query.has('tab')) query.set('tab', tab);
  return query.toString();
}

/** Forgets the tab once the way back has ended. */
export function forgetTabOfReturn(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is disabled: nothing is kept.
  }
}

/** The tab that the profile shows: mails name it by the hash. */
function tabOf({ search, hash }: Location): string {
  return hash.slice(1) || (new URLSearchParams(search).get('tab') ?? '');
}

function readTab(): string | null {
  try {
    return sessionStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}
