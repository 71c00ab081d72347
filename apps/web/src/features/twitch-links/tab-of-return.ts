const STORAGE_KEY = 'twitch-link-tab';

/** Keeps the tab from which the OAuth flow starts, since Twitch leads back to the profile's bare address. */
export function keepTabOfReturn(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, new URLSearchParams(window.location.search).get('tab') ?? '');
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

function readTab(): string | null {
  try {
    return sessionStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}
