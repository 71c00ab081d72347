const ENTRY = /<script type="module"[^>]* src="([^"]+)"/;

/** Reloads the page when the server runs another version than this tab; never twice for the same one. */
export async function reloadForNewVersion(): Promise<void> {
  const entry = await findServerEntry();
  if (entry && !document.querySelector(`script[src="${entry}"]`) && isFirstTime(entry))
    window.location.reload();
}

/** Reloads the page if the server answers, so that nobody ends on the browser's own error page. */
export async function reloadIfReachable(): Promise<void> {
  if (await findServerEntry()) window.location.reload();
}

/** The script that starts the page as the server has it now: its name changes with every build. */
async function findServerEntry(): Promise<string | undefined> {
  try {
    const response = await fetch(window.location.href, { cache: 'no-store' });
    return ENTRY.exec(await response.text())?.[1];
  } catch {
    return undefined;
  }
}

/** Without a note that outlives the page, reloading could go on for ever: then it's never the first time. */
function isFirstTime(entry: string): boolean {
  try {
    if (sessionStorage.getItem(entry)) return false;
    sessionStorage.setItem(entry, 'reloaded');
    return true;
  } catch {
    return false;
  }
}
