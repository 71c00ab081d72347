import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  addBridgeToken,
  type BridgeToken,
  FIRST_SERVER_ID,
  type GameServerRow,
  keepBridgeTokenFile,
  revokeBridgeToken,
  rotateBridgeTokens,
  selectBridgeTokens,
  selectGameServers,
} from '#features/game-servers/game-servers.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { openMigratedDatabase } from './open-database.ts';
import { type Program, StartError } from './run-program.ts';

const USAGE = `Usage: bridge-token <command> [--server <short name or id>]
  list             list the tokens of all servers, or of one, newest first
  add [label]      add a token; the others stay valid
  revoke <id>      revoke a token immediately
  rotate [label]   add a token and revoke all others of the server

Without --server, a command is for the first server.`;

const DEFAULT_LABEL = 'command line';

type Asked = { command: string; word: string | undefined; server: string | undefined };

/**
 * Runs one command of an operator. Prints a new token, which cannot be read again later.
 *
 * @throws StartError with a sentence for the operator
 */
export async function runBridgeTokenCommand(program: Program, words: string[]): Promise<void> {
  const { command, word, server: named } = readWords(words);
  const { connection } = await openMigratedDatabase(program);
  const { db, close } = openDatabase({ connection, log: program.log });
  program.shutdown.add('the database pool', close);
  const servers = await selectGameServers(db);
  const server = findServer(servers, named);
  switch (command) {
    case 'list':
      return listTokens(program, db, named === undefined ? servers : [server]);
    case 'add':
      return printNewToken(program, await addBridgeToken(db, word ?? DEFAULT_LABEL, server.id), server);
    case 'revoke':
      return revoke(program, db, { id: word, server });
    case 'rotate':
      return rotate(program, db, { label: word ?? DEFAULT_LABEL, server });
    default:
      throw new StartError(USAGE);
  }
}

function readWords(words: string[]): Asked {
  try {
    const { positionals, values } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { server: { type: 'string' } },
    });
    const [command = '', word, ...more] = positionals;
    if (more.length === 0) return { command, word, server: values.server };
  } catch {
    // An unknown option, or one without a value.
  }
  throw new StartError(USAGE);
}

/** A short name wins over an id, as short names may be digits. */
function findServer(servers: GameServerRow[], named: string | undefined): GameServerRow {
  const byId = (wanted: string) => servers.find(({ id }) => String(id) === wanted);
  const found =
    named === undefined
      ? byId(String(FIRST_SERVER_ID))
      : (servers.find(({ slug }) => slug === named) ?? byId(named));
  if (found) return found;
  const known = servers.map(({ id, slug }) => `${slug} (${id})`).join(', ');
  throw new StartError(`There is no game server ${named}. There are: ${known}.`);
}

async function listTokens(program: Program, db: Database, servers: GameServerRow[]): Promise<void> {
  const width = Math.max(...servers.map(({ slug }) => slug.length));
  const lists = await Promise.all(
    servers.map(async ({ id, slug }) =>
      (await selectBridgeTokens(db, id)).map((token) => lineOf(token, slug.padEnd(width))),
    ),
  );
  const lines = lists.flat();
  if (lines.length === 0) return program.print('There are no tokens.');
  for (const line of lines) program.print(line);
}

function lineOf({ id, label, createdAt, revokedAt }: BridgeToken, server: string): string {
  const end = revokedAt === null ? 'valid' : `revoked ${dayOf(revokedAt)}`;
  return `${id}  made ${dayOf(createdAt)}  ${end.padEnd(18)}  ${server}  ${label}`;
}

async function revoke(
  { print }: Program,
  db: Database,
  { id, server }: { id: string | undefined; server: GameServerRow },
): Promise<void> {
  if (id === undefined) throw new StartError(USAGE);
  if (!(await revokeBridgeToken(db, id, server.id)))
    throw new StartError(`No valid token of ${server.slug} has the id ${id}. See: bridge-token list`);
  print(`Revoked ${id}.`);
}

async function rotate(
  program: Program,
  db: Database,
  { label, server }: { label: string; server: GameServerRow },
): Promise<void> {
  const { config } = program;
  const { token, revoked } = await rotateBridgeTokens(db, label, server.id);
  printNewToken(program, token, server);
  program.print(revoked === 1 ? 'One token was revoked.' : `${revoked} tokens were revoked.`);
  // For the game simulator on this machine.
  if (config.mode === 'local' && server.id === FIRST_SERVER_ID)
    await keepBridgeTokenFile(db, path.join(config.dataDir, 'bridge-token'), token);
}

function printNewToken({ print }: Program, token: string, { slug }: GameServerRow): void {
  print(`Bridge:   ${token}   (the token of the game server ${slug}, shown this once)`);
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
