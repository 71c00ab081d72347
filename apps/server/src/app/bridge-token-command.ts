import path from 'node:path';
import {
  addBridgeToken,
  type BridgeToken,
  keepBridgeTokenFile,
  revokeBridgeToken,
  rotateBridgeTokens,
  selectBridgeTokens,
} from '#features/game-servers/game-servers.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { openMigratedDatabase } from './open-database.ts';
import { type Program, StartError } from './run-program.ts';

const USAGE = `Usage: bridge-token <command>
  list             list the tokens, newest first
  add [label]      add a token; the others stay valid
  revoke <id>      revoke a token immediately
  rotate [label]   add a token and revoke all others`;

const DEFAULT_LABEL = 'command line';

/**
 * Runs one command of an operator. Prints a new token, which cannot be read again later.
 *
 * @throws StartError with a sentence for the operator
 */
export async function runBridgeTokenCommand(program: Program, words: string[]): Promise<void> {
  const [command = '', word, ...more] = words;
  if (more.length > 0) throw new StartError(USAGE);
  const { connection } = await openMigratedDatabase(program);
  const { db, close } = openDatabase({ connection, log: program.log });
  program.shutdown.add('the database pool', close);
  switch (command) {
    case 'list':
      return printTokens(program, await selectBridgeTokens(db));
    case 'add':
      return printNewToken(program, await addBridgeToken(db, word ?? DEFAULT_LABEL));
    case 'revoke':
      return revoke(program, db, word);
    case 'rotate':
      return rotate(program, db, word ?? DEFAULT_LABEL);
    default:
      throw new StartError(USAGE);
  }
}

async function revoke({ print }: Program, db: Database, id: string | undefined): Promise<void> {
  if (id === undefined) throw new StartError(USAGE);
  if (!(await revokeBridgeToken(db, id)))
    throw new StartError(`No valid token has the id ${id}. See: bridge-token list`);
  print(`Revoked ${id}.`);
}

async function rotate(program: Program, db: Database, label: string): Promise<void> {
  const { config } = program;
  const { token, revoked } = await rotateBridgeTokens(db, label);
  printNewToken(program, token);
  program.print(revoked === 1 ? 'One token was revoked.' : `${revoked} tokens were revoked.`);
  // For the game simulator on this machine.
  if (config.mode === 'local')
    await keepBridgeTokenFile(db, path.join(config.dataDir, 'bridge-token'), token);
}

function printNewToken({ print }: Program, token: string): void {
  print(`Bridge:   ${token}   (the game server's token, shown this once)`);
}

function printTokens({ print }: Program, tokens: BridgeToken[]): void {
  if (tokens.length === 0) return print('There are no tokens.');
  for (const { id, label, createdAt, revokedAt } of tokens) {
    const end = revokedAt === null ? 'valid' : `revoked ${dayOf(revokedAt)}`;
    print(`${id}  made ${dayOf(createdAt)}  ${end.padEnd(18)}  ${label}`);
  }
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
