/** Big integers come back as numbers where safe, as text otherwise; dates as `Date` in UTC; binary as `Buffer`. */
export type SqlValue = string | number | bigint | boolean | Date | Buffer | null;
export type SqlParameters = Record<string, SqlValue>;

/** One connection. Statements take named parameters: `:key`. A `?` isn't a parameter, and is refused. */
export type GameConnection = {
  query: <Row extends Record<string, unknown>>(
    statement: string,
    parameters?: SqlParameters,
  ) => Promise<Row[]>;
  /** `affectedRows` counts what an update found, changed or not. `insertId` is 0 where the database has none. */
  execute: (
    statement: string,
    parameters?: SqlParameters,
  ) => Promise<{ affectedRows: number; insertId: number }>;
};

/** The game's database: MySQL or MariaDB, PostgreSQL, or SQLite. */
export type GameDatabase = GameConnection & {
  readonly dialect: 'mysql' | 'postgres' | 'sqlite';
  /**
   * One transaction on one connection, durable when it returns. `work` throws to roll back, and runs again after a deadlock.
   * It uses the connection it gets, never the database itself.
   */
  transaction: <Result>(work: (connection: GameConnection) => Promise<Result>) => Promise<Result>;
  /**
   * One connection outside a transaction, for locks of a session and tables without transactions. If `work` throws, the
   * connection is closed, and with it its locks.
   */
  session: <Result>(work: (connection: GameConnection) => Promise<Result>) => Promise<Result>;
  close: () => Promise<void>;
};
