import type { Finding } from '#adapter.ts';
import { databaseFault, describeDatabaseError } from '#database/database-errors.ts';
import type { GameConnection, GameDatabase } from '#database/game-database.ts';

export type Right = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';
/** What the bridge needs of one of the game's tables. */
export type TableNeed = {
  table: string;
  columns: string[];
  rights: Right[];
  /** The columns that it fills in a new row; all of `columns` by default. */
  inserts?: string[];
};

type Server = { database: string; user: string };

/** Checks the game's tables: that they are there, with their columns, and that the bridge's user has its rights. */
export async function checkTables(
  database: GameConnection,
  needs: TableNeed[],
  updateHint: string,
): Promise<Finding[]> {
  const server = await readServer(database);
  const columns = await selectColumns(database);
  const findings: Finding[] = [];
  for (const need of needs) {
    const found = columns.get(need.table);
    if (!found) {
      findings.push(missingTable(need, server));
      continue;
    }
    const missing = need.columns.filter((column) => !found.has(column));
    if (missing.length > 0) {
      findings.push({
        level: 'error',
        message: `The table \`${need.table}\` has no ${missing.map((column) => `\`${column}\``).join(', ')}.`,
        remedy: updateHint,
      });
      continue;
    }
    findings.push(...(await checkRights(database, need, server)));
  }
  return findings;
}

/** The engine of each table of the database, by the table's name. */
export async function selectEngines(database: GameConnection): Promise<Map<string, string>> {
  const rows = await database.query<{ name: string; engine: string | null }>(
    `select table_name as name, engine as engine from information_schema.tables where table_schema = database()`,
  );
  return new Map(rows.map(({ name, engine }) => [name, engine ?? '']));
}

/** Checks a table of the bridge's own, and offers to create it. */
export async function checkOwnTable(
  database: GameDatabase,
  table: string,
  definition: string,
): Promise<Finding[]> {
  const engine = (await selectEngines(database)).get(table);
  const server = await readServer(database);
  if (engine === undefined) {
    return [
      {
        level: 'error',
        message: `The bridge's own table \`${table}\` is missing in the database \`${server.database}\`.`,
        remedy: `Run the check with --fix; it needs the right CREATE. Or run: ${definition.replaceAll(/\s+/g, ' ')};`,
        fix: async () => {
          await database.execute(definition);
        },
      },
    ];
  }
  if (engine !== 'InnoDB') {
    return [
      {
        level: 'error',
        message: `The bridge's own table \`${table}\` is of the engine ${engine}, which forgets and repeats deliveries in a crash.`,
        remedy: `ALTER TABLE \`${server.database}\`.\`${table}\` ENGINE=InnoDB;`,
        fix: async () => {
          await database.execute(`alter table \`${table}\` engine = InnoDB`);
        },
      },
    ];
  }
  const rights: Right[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
  const columns = [...((await selectColumns(database)).get(table) ?? [])];
  return checkRights(database, { table, columns, rights }, server);
}

/** One finding for a connection that can't be had, instead of an error for each check. */
export async function checkConnection(
  database: GameDatabase,
  field: string,
): Promise<{ findings: Finding[]; isReachable: boolean }> {
  try {
    const [row] = await database.query<{ version: string }>('select version() as version');
    const message = `The database answers: ${row?.version ?? 'of an unknown version'}.`;
    return { findings: [{ level: 'ok', message }], isReachable: true };
  } catch (error) {
    const message = `The database can't be used: ${describeDatabaseError(error)}.`;
    const remedy =
      databaseFault(error) === 'unreachable'
        ? `Start the database server, or correct \`${field}\` in the configuration.`
        : `Correct user, password and name in \`${field}\` of the configuration. A password's special characters are written as %40 (for @).`;
    return { findings: [{ level: 'error', message, remedy }], isReachable: false };
  }
}

async function readServer(database: GameConnection): Promise<Server> {
  const [row] = await database.query<Server>('select database() as `database`, current_user() as user');
  return row ?? { database: '', user: '' };
}

async function selectColumns(database: GameConnection): Promise<Map<string, Set<string>>> {
  const rows = await database.query<{ name: string; col: string }>(
    `select table_name as name, column_name as col from information_schema.columns where table_schema = database()`,
  );
  const columns = new Map<string, Set<string>>();
  for (const { name, col } of rows) columns.set(name, (columns.get(name) ?? new Set()).add(col));
  return columns;
}

/** Tries a statement of each kind that touches no row: the server checks rights and columns all the same. */
async function checkRights(
  database: GameConnection,
  { table, columns, rights, inserts = columns }: TableNeed,
  server: Server,
): Promise<Finding[]> {
  const quoted = columns.map((column) => `\`${column}\``);
  const filled = inserts.map((column) => `\`${column}\``).join(', ');
  const trials: Record<Right, string> = {
    SELECT: `select ${quoted.join(', ')} from \`${table}\` where 1 = 0`,
    INSERT: `insert into \`${table}\` (${filled}) select ${inserts.map(() => 'null').join(', ')} from dual where 1 = 0`,
    UPDATE: `update \`${table}\` set ${quoted[0]} = ${quoted[0]} where 1 = 0`,
    DELETE: `delete from \`${table}\` where 1 = 0`,
  };
  for (const right of rights) {
    try {
      await database.execute(trials[right]);
    } catch (error) {
      if (databaseFault(error) === 'unreachable') throw error;
      if (Object(error).code === 'ER_NO_DEFAULT_FOR_FIELD') return [missingDefault(table, error)];
      return [
        {
          level: 'error',
          message: `The bridge's user can't ${right} in \`${table}\`: ${describeDatabaseError(error)}.`,
          remedy: isReadOnly(error) ? READ_ONLY_REMEDY : grantStatement(table, rights, server),
        },
      ];
    }
  }
  return [{ level: 'ok', message: `\`${table}\` is as it must be.` }];
}

const READ_ONLY_REMEDY =
  'Name the server that takes writes in the configuration, not its replica; or, on that server: SET GLOBAL read_only = 0;';

/** No right helps against a server that takes no writes. */
function isReadOnly(error: unknown): boolean {
  return ['ER_OPTION_PREVENTS_STATEMENT', 'ER_READ_ONLY_MODE'].includes(Object(error).code);
}

function missingDefault(table: string, error: unknown): Finding {
  return {
    level: 'error',
    message: `\`${table}\` has a column that the bridge doesn't fill: ${describeDatabaseError(error)}.`,
    remedy: `Give it a default, such as: ALTER TABLE \`${table}\` ALTER COLUMN … SET DEFAULT 0;`,
  };
}

function missingTable({ table, rights }: TableNeed, server: Server): Finding {
  return {
    level: 'error',
    message: `The table \`${table}\` isn't in the database \`${server.database}\`, or the bridge's user may not see it.`,
    remedy: `Name the game's database in the configuration, or: ${grantStatement(table, rights, server)}`,
  };
}

function grantStatement(table: string, rights: Right[], { database, user }: Server): string {
  const account = user
    .split('@')
    .map((part) => `'${part}'`)
    .join('@');
  return `GRANT ${rights.join(', ')} ON \`${database}\`.\`${table}\` TO ${account};`;
}
