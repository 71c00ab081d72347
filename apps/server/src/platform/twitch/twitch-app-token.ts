export type AppToken = {
  get: () => Promise<string>;
  /** Another one than this, which was refused. */
  renew: (refused: string) => Promise<string>;
};

/** The application's own token, asked for once and kept until it is refused, however many want it at the same time. */
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
