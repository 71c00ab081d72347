import { type BulkAction, type BulkChecked, sectionOf } from '@waygate/contract/bulk/bulk.schemas';
import { holds } from '@waygate/contract/permissions';
import { type AccountRow, hidesContact } from '#features/identity/identity.ts';
import { requireRight, type Staff, traceRows } from '#features/staff/staff.ts';
import { selectNamedAccounts } from '#features/bulk/bulk.queries.ts';
import { type LineName, lineNameOf } from '#features/bulk/lines.rules.ts';
import { perform } from '#features/bulk/perform.service.ts';
import type { Database } from '#platform/db/database.ts';
import { dryRun } from '#platform/db/dry-run.ts';
import { AppError } from '#platform/errors/app-error.ts';

type Checked = BulkChecked['lines'][number];
type Check = { what: BulkAction; lines: string[] };

/** Stands for the reason, which is typed later. */
const REASON = 'Checked before it is done.';

/**
 * Whom each line names, and what would be done: by doing it and rolling it back, an account at a time. The accounts that
 * are found count as rows that were read, as those of a search do.
 *
 * @throws forbidden without the right of the action; too_many_requests beyond READINGS_AN_HOUR
 */
export async function checkBulk(db: Database, staff: Staff, { what, lines }: Check): Promise<BulkChecked> {
  await requireRight(db, staff, { section: sectionOf(what.action) });
  const names = lines.map(lineNameOf);
  const found = await selectNamedAccounts(db, {
    ids: names.flatMap(({ id }) => id ?? []),
    names: names.flatMap(({ name }) => name ?? []),
    emails: mayUseEmails(staff) ? names.flatMap(({ email }) => email ?? []) : [],
  });
  if (found.length > 0) await traceRows(db, staff, { list: 'search', rows: found.length });
  const checked: Checked[] = [];
  for (const name of names) checked.push(await checkLine(db, staff, { what, name, found }));
  return { lines: checked };
}

async function checkLine(
  db: Database,
  staff: Staff,
  { what, name, found }: { what: BulkAction; name: LineName; found: AccountRow[] },
): Promise<Checked> {
  const { text } = name;
  if (name.email !== undefined && !mayUseEmails(staff)) {
    const message = 'You may not look players up by e-mail. Give a name or an id.';
    return { text, account: null, verdict: 'refused', message };
  }
  const named = found.filter((account) => isNamed(account, name, staff));
  const [account] = named;
  if (!account) return { text, account: null, verdict: 'refused', message: 'There is no such account.' };
  if (named.length > 1) {
    const message = 'This is the id of one account and the name of another. Give the name of the first.';
    return { text, account: null, verdict: 'refused', message };
  }
  const verdict = await verdictOn(db, staff, { what, accountId: account.id });
  return { text, account: { accountDBID: account.id, userName: account.userName }, ...verdict };
}

/** As in a search: an address names its account only to those who read the users. */
function mayUseEmails({ viewer }: Staff): boolean {
  return holds(viewer, 'users');
}

/** An address that the viewer may not see finds nobody, or a list would tell whose it is. */
function isNamed(account: AccountRow, { id, name, email }: LineName, { viewer }: Staff): boolean {
  if (email !== undefined) return account.email.toLowerCase() === email && !hidesContact(viewer, account);
  return account.id === id || account.userName.toLowerCase() === name;
}

async function verdictOn(
  db: Database,
  staff: Staff,
  { what, accountId }: { what: BulkAction; accountId: number },
): Promise<Pick<Checked, 'verdict' | 'message'>> {
  try {
    const work = { what, accountId, reason: REASON };
    const performed = await db.transaction((tx) => dryRun(tx, (inner) => perform(inner, staff, work)));
    return performed === 'done'
      ? { verdict: 'ready', message: '' }
      : { verdict: 'already', message: 'Nothing to do.' };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unauthenticated') throw error;
    return { verdict: 'refused', message: error.message };
  }
}
