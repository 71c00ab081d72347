import path from 'node:path';
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
import { openMigratedDatabase } from '#app/open-database.ts';
import { runTask, StartError, type Task } from '#app/run-program.ts';
import { type Arguments, UsageError } from './command.ts';

const DEFAULT_LABEL = 'command line';

const KINDS = ['list', 'add', 'revoke', 'rotate'] as const;

type Asked = { kind: (typeof KINDS)[number]; word: string | undefined; server: string | undefined };

export async function bridgeToken(args: Arguments): Promise<void> {
  const asked = readAsked(args);
  await runTask((program) => runBridgeToken(program, asked), { isJson: args.values.json === true });
}

/** @throws UsageError */
export function readAsked({ words: [named, word], values }: Arguments): Asked {
  const kind = KINDS.find((known) => known === named);
  if (kind === undefined || (kind === 'list' && word !== undefined)) throw new UsageError('');
  if (kind === 'revoke' && word === undefined) throw new UsageError('The id of the token is missing.');
  return { kind, word, server: typeof values.server === 'string' ? values.server : undefined };
}

/**
 * Runs one command of an operator. Prints a new token, which cannot be read again later.
 *
 * @throws StartError with a sentence for the operator
 */
export async function runBridgeToken(program: Task, { kind, word, server: named }: Asked): Promise<void> {
  const { connection } = await openMigratedDatabase(program);
  const { db, close } = openDatabase({ connection, log: program.log });
  program.shutdown.add('the database pool', close);
  const servers = await selectGameServers(db);
  const server = findServer(servers, named);
  switch (kind) {
    case 'list':
      return listTokens(program, db, named === undefined ? servers : [server]);
    case 'add':
      return printNewToken(program, await addBridgeToken(db, word ?? DEFAULT_LABEL, server.id), server);
    case 'revoke':
      return revoke(program, db, { id: word ?? '', server });
    case 'rotate':
      return rotate(program, db, { label: word ?? DEFAULT_LABEL, server });
  }
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

async function listTokens(program: Task, db: Database, servers: GameServerRow[]): Promise<void> {
  const width = Math.max(...servers.map(({ slug }) => slug.length));
  const lists = await Promise.all(
    servers.map(async ({ id, slug }) =>
      (await selectBridgeTokens(db, id)).map((token) => ({ ...token, server: slug })),
    ),
  );
  const tokens = lists.flat();
  if (program.printResult(tokens)) return;
  if (tokens.length === 0) return program.print('There are no tokens.');
  for (const token of tokens) program.print(lineOf(token, token.server.padEnd(width)));
}

function lineOf({ id, label, createdAt, revokedAt }: BridgeToken, server: string): string {
  const end = revokedAt === null ? 'valid' : `revoked ${dayOf(revokedAt)}`;
  return `${id}  made ${dayOf(createdAt)}  ${end.padEnd(18)}  ${server}  ${label}`;
}

async function revoke(
  { print, printResult }: Task,
  db: Database,
  { id, server }: { id: string; server: GameServerRow },
): Promise<void> {
  if (!(await revokeBridgeToken(db, id, server.id)))
    throw new StartError(`No valid token of ${server.slug} has the id ${id}. See: bridge-token list`);
  if (!printResult({ revoked: id })) print(`Revoked ${id}.`);
}

async function rotate(
  program: Task,
  db: Database,
  { label, server }: { label: string; server: GameServerRow },
): Promise<void> {
  const { config, print, printResult } = program;
  const { token, revoked } = await rotateBridgeTokens(db, label, server.id);
  if (!printResult({ server: server.slug, token, revoked })) {
    printNewToken(program, token, server);
    print(revoked === 1 ? 'One token was revoked.' : `${revoked} tokens were revoked.`);
  }
  // For the game simulator on this machine.
  if (config.mode === 'local' && server.id === FIRST_SERVER_ID)
    await keepBridgeTokenFile(db, path.join(config.dataDir, 'bridge-token'), token);
}

function printNewToken({ print, printResult }: Task, token: string, { slug }: GameServerRow): void {
  if (printResult({ server: slug, token })) return;
  print(`Bridge:   ${token}   (the token of the game server ${slug}, shown this once)`);
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
