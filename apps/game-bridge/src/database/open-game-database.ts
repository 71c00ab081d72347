import { parseAddress } from '#config/parse-address.ts';
import type { GameDatabase } from './game-database.ts';

export type DatabaseOptions = {
  /** How many connections at most; SQLite has one. */
  connections?: number;
  /** After how long a connection or a statement without an answer counts as lost. */
  timeoutMs?: number;
};

const CONNECTIONS = 4;
const TIMEOUT_MS = 30_000;

/** A fault of the address of a database. The message holds no password. */
export class DatabaseAddressError extends Error {}

/**
 * Opens the database of a game: `mysql://user:password@host:3306/name` (`?socket=/path` for a socket),
 * `postgres://user:password@host:5432/name`, or `sqlite:/path/to/file`. Connects at the first statement, and again after a
 * lost connection. Only the driver that is needed is loaded.
 */
export async function openGameDatabase(
  address: string,
  { connections = CONNECTIONS, timeoutMs = TIMEOUT_MS }: DatabaseOptions = {},
): Promise<GameDatabase> {
  switch (address.split(':', 1)[0] ?? '') {
    case 'mysql':
    case 'mariadb': {
      const { openMysql } = await import('./mysql.ts');
      return openMysql(readAddress(address), { connections, timeoutMs });
    }
    case 'postgres':
    case 'postgresql': {
      const { openPostgres } = await import('./postgres.ts');
      return openPostgres(readAddress(address), { connections, timeoutMs });
    }
    case 'sqlite': {
      const { openSqlite } = await import('./sqlite.ts');
      return await openSqlite(readSqliteFile(address));
    }
    default:
      throw new DatabaseAddressError(
        "A database's address begins with mysql://, postgres:// or sqlite:, such as mysql://bridge:password@127.0.0.1/game.",
      );
  }
}

/** The parts of the address of a database server. */
export type ServerAddress = {
  host: string;
  port: number | undefined;
  user: string;
  password: string;
  database: string;
  socket: string | undefined;
};

function readAddress(address: string): ServerAddress {
  const url = parseAddress(address);
  const database = url ? decode(url.pathname.slice(1)) : '';
  // A slash in the password begins the path, and the rest of the password would be shown as the database's name.
  if (!url || database === '' || /[/@]/.test(database)) {
    throw new DatabaseAddressError(
      "A database's address has the form mysql://user:password@host:port/database. " +
        'Write special characters of the password as %40 (for @), %3A (for :) or %2F (for /).',
    );
  }
  return {
    // Without brackets around IPv6.
    host: url.hostname.replaceAll(/^\[|\]$/g, '') || '127.0.0.1',
    port: url.port === '' ? undefined : Number(url.port),
    user: decode(url.username),
    password: decode(url.password),
    database,
    socket: url.searchParams.get('socket') ?? undefined,
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The file of an address: `sqlite:/path`, `sqlite:///path` and `sqlite:relative/path`. */
export function readSqliteFile(address: string): string {
  const file = decode(address.replace(/^sqlite:/, '').replace(/^\/\/(?=\/)/, ''));
  if (file === '') throw new DatabaseAddressError('The address of a SQLite file is sqlite:/path/to/file.');
  return file;
}
