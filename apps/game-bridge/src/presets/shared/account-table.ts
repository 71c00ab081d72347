import type { SqlParameters } from '#database/game-database.ts';

/** A game's table of accounts, in parts of statements. */
export type AccountTable = {
  table: string;
  id: string;
  login: string;
  password: string;
  /** Whether an account is one of the game's own servers, which is nobody's. */
  isServers: string;
  /** What a new account has beside login and password. */
  insert: { columns: string; values: string; parameters: (email: string | null) => SqlParameters };
  canRename: boolean;
  maxLogin: number;
  /** Of a game that stores passwords as they are. */
  maxPassword: number;
  /** A lock for good: assignments, and when an account is in that state. */
  lock: { block: string; unblock: string; isBlocked: string; isFree: string };
  /** A lock until a time, in seconds since 1970 (`:until`). */
  ban: {
    until: string;
    set: string;
    end: string;
    /** The last second that the column holds. */ latest: number;
  };
};
