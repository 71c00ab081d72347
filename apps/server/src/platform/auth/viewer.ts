/** The signed-in account behind a request. */
export type Viewer = {
  accountId: number;
  userName: string;
  /** `permission`; 32 is the owner. */
  permission: number;
  webMgt: number;
  /** SHA-256 of the session's token: names the session without being able to open it. */
  sessionHash: Buffer;
};

/** Finds the live session of an access token; undefined when it ended, expired or never was. */
export type FindViewer = (accessToken: string, address: string) => Promise<Viewer | undefined>;
