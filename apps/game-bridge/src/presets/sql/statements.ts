import { UsageError } from '#config/read-config.ts';
import { type Dialect, parametersOf, skeletonOf } from '#database/named-parameters.ts';
import type { SqlOptions, Statement } from './options.ts';

/** A statement with its place in the configuration. */
export type PlacedStatement = { path: string; sql: string; database: 'game' | 'accounts'; isWrite: boolean };

const TARGET = ['accountId', 'login', 'gameAccountId', 'characterId', 'characterName'];
const ITEM = ['key', 'kind', 'itemId', 'quantity', 'until'];
const PARAMETERS = {
  delivery: [...TARGET, ...ITEM],
  grant: [...TARGET, ...ITEM, 'insertId'],
  revoke: [...TARGET, ...ITEM, 'revokesKey', 'insertId'],
  characters: ['from', 'to'],
  status: [],
  find: ['login'],
  account: [
    'accountId',
    'login',
    'newLogin',
    'gameAccountId',
    'email',
    'verifier',
    'salt',
    'until',
    'insertId',
  ],
} satisfies Record<string, string[]>;

/** Others may end the transaction, which would part the receipt from its effect: MySQL commits before many of them. */
const FITS_TRANSACTION = /^[\s(]*(select|insert|update|delete|replace|with|merge)\b/i;

/** All statements of a configuration. @throws UsageError that names every fault that can be seen without a database */
export function placeStatements(
  { statements }: SqlOptions,
  dialects: Record<PlacedStatement['database'], Dialect>,
): PlacedStatement[] {
  const placed: PlacedStatement[] = [];
  const faults: string[] = [];
  const add = (path: string, sql: string | undefined, parameters: readonly string[], isWrite: boolean) => {
    if (sql === undefined) return;
    const database = path.startsWith('accounts.') ? 'accounts' : 'game';
    faults.push(
      ...faultsOf(sql, dialects[database], parameters).map((fault) => `  statements.${path}: ${fault}`),
    );
    placed.push({ path: `statements.${path}`, sql, database, isWrite });
  };
  const addList = (path: string, list: Statement[] | undefined, parameters: readonly string[]) => {
    for (const [at, { sql }] of (list ?? []).entries()) add(`${path}.${at}`, sql, parameters, true);
  };
  add('character', statements.character, PARAMETERS.delivery, false);
  add('item', statements.item, PARAMETERS.delivery, false);
  add('inboxFull', statements.inboxFull, PARAMETERS.delivery, false);
  for (const [kind, list] of Object.entries(statements.grant))
    addList(`grant.${kind}`, list, PARAMETERS.grant);
  for (const [kind, list] of Object.entries(statements.revoke))
    addList(`revoke.${kind}`, list, PARAMETERS.revoke);
  add('characters', statements.characters, PARAMETERS.characters, false);
  add('status', statements.status, PARAMETERS.status, false);
  const { exists, verify, ...changes } = statements.accounts ?? {};
  add('accounts.exists', exists, PARAMETERS.find, false);
  add('accounts.verify', verify, PARAMETERS.find, false);
  for (const [name, list] of Object.entries(changes)) addList(`accounts.${name}`, list, PARAMETERS.account);
  if (faults.length > 0) throw new UsageError(['The statements have faults:', ...faults].join('\n'));
  return placed;
}

function faultsOf(sql: string, dialect: Dialect, known: readonly string[]): string[] {
  const skeleton = skeletonOf(sql, dialect);
  // SQLite would leave out the second without a word.
  if (/;\s*\S/.test(skeleton)) return ['These are several statements. Write them as a list.'];
  if (!FITS_TRANSACTION.test(skeleton))
    return ['Only select, insert, update, delete and replace can be part of a transaction.'];
  try {
    const unknown = parametersOf(sql, dialect).filter((name) => !known.includes(name));
    return unknown.map(
      (name) => `There is no parameter :${name} here, only ${known.map((one) => `:${one}`).join(' ')}.`,
    );
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
