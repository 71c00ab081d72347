import type { GameConnection } from '#database/game-database.ts';

/** A stack of an item in a mail. */
export type MailPart = { itemId: number; amount: number; expiresAt: number | null };

export type Recipient = {
  accountId: number;
  /** Null for the mailbox of the whole account. */
  characterId: number | null;
  name: string;
  /** Mails that the inbox shows already. */
  inboxSize: number;
  /** Of the database, in seconds since 1970. */
  now: number;
};

export type Mail = { recipient: Recipient; key: string; parts: MailPart[]; isHidden: boolean };

/** How one of the two servers keeps mails. A hidden mail is one that the game's own inbox query leaves out. */
export type Mailbox = {
  /** Tables that must be transactional for a delivery in one transaction. */
  tables: string[];
  /** How many mails an inbox shows. */
  inboxLimit: number;
  maxParts: number;
  /** After how many seconds the game destroys a mail; null: never. */
  keepSeconds: number | null;
  /** How long the game may still be taking items out of a mail that was just hidden. */
  settleMs: number;
  /** @returns undefined if there is no such character in the account */
  findRecipient: (
    connection: GameConnection,
    who: { accountId: number; characterId: number | null },
  ) => Promise<Recipient | undefined>;
  /** @returns the mail's id */
  write: (connection: GameConnection, mail: Mail) => Promise<number>;
  /** Hidden mails that name a delivery's key. */
  findHidden: (connection: GameConnection, key: string) => Promise<number[]>;
  /** Those of the mails that name a delivery's key: an old database may give the id of a deleted mail to another. */
  findOwn: (connection: GameConnection, ids: number[], key: string) => Promise<number[]>;
  /** Shows hidden mails. Mails that are shown stay as they are, so that it can be repeated. */
  publish: (connection: GameConnection, ids: number[]) => Promise<void>;
  hide: (connection: GameConnection, ids: number[]) => Promise<void>;
  /** Shows mails again that were hidden for a revocation. */
  show: (connection: GameConnection, ids: number[], collectBy: number | null) => Promise<void>;
  remove: (connection: GameConnection, ids: number[]) => Promise<void>;
  /** How many stacks are left in each mail that is still there. */
  countParts: (connection: GameConnection, ids: number[]) => Promise<Map<number, number>>;
};

/** A list of ids for a statement: they are numbers of the database's own. */
export function idList(ids: number[]): string {
  return ids.length === 0 ? 'null' : ids.map((id) => Math.trunc(id)).join(', ');
}

/** How a mail names its delivery: for `recover`, and for the player who asks about it. In brackets, so that no key is part of another. */
export function reference(key: string): string {
  return `[${key}]`;
}
