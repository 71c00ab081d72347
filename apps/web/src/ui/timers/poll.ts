const POLL_MS = 60_000;
/** However often a tab is hidden and shown, it polls no more often than this. */
const MIN_POLL_GAP_MS = 10_000;
/** What is old when the page opens waits this long, so that the page can settle first. */
const FIRST_POLL_MS = 3000;

type PollOptions = {
  /** How old the shown content is. */
  ageMs?: number;
};

/**
 * Polls once a minute while the tab is visible, and at once when it becomes visible again. A new request aborts
 * the one before.
 *
 * @returns a function that stops polling
 */
export function poll(
  load: (signal: AbortSignal) => Promise<void>,
  { ageMs = 0 }: PollOptions = {},
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let request = new AbortController();
  let polledAt = performance.now() - Math.min(ageMs, POLL_MS - FIRST_POLL_MS);
  function pollNow() {
    request.abort();
    request = new AbortController();
    polledAt = performance.now();
    timer = setTimeout(pollNow, POLL_MS);
    void load(request.signal);
  }
  function waitForNext() {
    if (!document.hidden) timer = setTimeout(pollNow, POLL_MS - (performance.now() - polledAt));
  }
  function onVisibilityChange() {
    clearTimeout(timer);
    if (!document.hidden && performance.now() - polledAt >= MIN_POLL_GAP_MS) pollNow();
    else waitForNext();
  }
  waitForNext();
  document.addEventListener('visibilitychange', onVisibilityChange);
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange);
    clearTimeout(timer);
    request.abort();
  };
}
