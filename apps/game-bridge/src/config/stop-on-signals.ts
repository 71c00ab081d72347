const EXIT_INTERRUPTED = 130;

/** Aborted by SIGINT or SIGTERM, so that what is in hand can be finished. The second signal ends the process at once. */
export function stopOnSignals(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(EXIT_INTERRUPTED);
      stop.abort();
    });
  }
  return stop.signal;
}
