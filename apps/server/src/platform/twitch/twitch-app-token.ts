export type AppToken = {
  get: () => Promise<string>;
  /** Replaces a refused token. */
  renew: (refused: string) => Promise<string>;
};

/** Caches the app token until Twitch refuses it. Concurrent callers share one request. */
export function keepAppToken(create: () => Promise<string>): AppToken {
  let current: Promise<string> | undefined;
  const forget = (asked: Promise<string> | undefined) => {
    if (current === asked) current = undefined;
  };
  const get = (): Promise<string> => {
    if (current !== undefined) return current;
    const asked = create();
    current = asked;
    // A failure is not kept: the next call asks again.
    asked.catch(() => forget(asked));
    return asked;
  };
  return {
    get,
    renew: async (refused) => {
      const known = current;
      if ((await known?.catch(() => undefined)) === refused) forget(known);
      return get();
    },
  };
}
