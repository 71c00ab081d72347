import type { Transaction } from '#platform/db/database.ts';

/** A portal password at the moment when its plaintext is at hand: it was just verified, or just set. */
export type PortalPassword = {
  event: 'registered' | 'signed_in' | 'changed';
  accountId: number;
  password: string;
  /** The stored hash of this password. With another one in the database, the password is outdated. */
  passwordHash: string;
};

/** Uses the plaintext while it is there. Never throws. */
export type UsePortalPassword = (given: PortalPassword) => Promise<void>;

/** Ends the portal's password in games, if the transaction commits, which has locked the account and revoked it. */
export type RevokeInGames = (tx: Transaction, accountId: number) => Promise<void>;
