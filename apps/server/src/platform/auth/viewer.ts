/** The signed-in account behind a request. */
export type Viewer = {
  accountId: number;
  userName: string;
  /** `permission`; 32 is the owner. */
  permission: number;
  webMgt: number;
  /** Names of sections beyond the primes of `webMgt`. */
  sections: readonly string[];
  /** SHA-256 of the session's token. Identifies the session and grants no access. */
  sessionHash: Buffer;
  /** Whether the caller proved who they are within the last 15 minutes. */
  isSudo: boolean;
  /** The owners require a second factor from this staff account, and it has none. */
  isFactorMissing: boolean;
};

/** Finds the account of an access token; undefined when the session has ended, expired or never existed. */
export type FindViewer<V extends Viewer = Viewer> = (
  accessToken: string,
  address: string,
) => Promise<V | undefined>;
