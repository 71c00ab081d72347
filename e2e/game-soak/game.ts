/** Who gets deliveries in a game: one of its characters, or the whole account. */
export type Recipient = {
  characterId: string | null;
  /** The account in the game; null for a game that knows the portal's own. */
  account: { id: string; login: string } | null;
  /** As the game's own inbox names it. */
  id: string;
};

/** What somebody finds in the game. Each delivery of the test is of another item. */
export type Thing = { recipient: string; itemId: number; quantity: number };

/** A game of the test, as its players see it, and what its bridge wrote down. */
export type Game = {
  /** Of its game server, too. */
  name: string;
  /** For its bridge, without portal and token. */
  configuration: string;
  /** What it may not know: whether a mail arrived. */
  isAtMostOnce: boolean;
  /** Players that were there before the portal. */
  recipients: (accountIds: number[]) => Promise<Recipient[]>;
  /** What all players find. */
  inbox: () => Promise<Thing[]>;
  receipts: () => Promise<{ key: string; state: string }[]>;
  /** What a player would see of a delivery that was left half-written. */
  halfDone: () => Promise<unknown[]>;
  canSignIn: (login: string, password: string) => Promise<boolean>;
  isLocked: (login: string) => Promise<boolean>;
  /** What is wrong with this game alone. */
  faults: () => string[];
  stop: () => Promise<void>;
};

/** The id of the first delivery's item; each delivery has the next one. */
export const ITEM_IDS_FROM = 10_000;
