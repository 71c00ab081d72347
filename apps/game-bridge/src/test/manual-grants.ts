import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { MariadbDatabase } from './mariadb-database.ts';

const MANUALS = path.join(import.meta.dirname, '../../../../docs/games');

/**
 * Creates the user of the bridge exactly as a manual says, for the test's databases and without a password.
 *
 * @param databases the name of each database in the manual, and in the test
 * @returns the name of the user
 */
export async function grantAsManual(
  preset: string,
  server: MariadbDatabase,
  databases: Record<string, string>,
): Promise<string> {
  const manual = readFileSync(path.join(MANUALS, `${preset}.md`), 'utf8');
  const user = `w_${server.name}`;
  let statements = /```sql\n(\s*create user [^]*?)```/.exec(manual)?.[1] ?? '';
  for (const [name, actual] of Object.entries(databases)) statements = statements.replaceAll(name, actual);
  statements = statements.replaceAll(`'waygate'@`, `'${user}'@`).replace(/ identified by '[^']*'/, '');
  await server.run(statements);
  return user;
}
