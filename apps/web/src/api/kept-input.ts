import { readSession, type StoredSession } from './session.ts';

const STORAGE_KEY = 'kept-input';

/** What was in a form, by the names of its fields. */
type Input = Record<string, unknown>;

/** Of one account, so that nobody else who signs in sees it. */
type Kept = { accountDBID: number; forms: Record<string, Input> };

const IS_SECRET = /password|secret|token/i;

/**
 * Keeps a form's input in this tab while its player signs in again, rows and lists included. Fields with a secret's name, and
 * those that hold a file, are left out.
 *
 * @param session the one that ends: another tab may have removed it already
 */
export function keepInput(form: string, input: Input, { accountDBID }: StoredSession): void {
  if (accountDBID === undefined) return;
  const plain = JSON.parse(JSON.stringify(input, leaveOut)) as Input;
  if (Object.keys(plain).length === 0) return;
  write({ accountDBID, forms: { ...readForms(accountDBID), [form]: plain } });
}

function leaveOut(name: string, value: unknown): unknown {
  // '' is the form itself.
  const isLeftOut = IS_SECRET.test(name) || isFile(value) || (name !== '' && holdsFile(value));
  return isLeftOut ? undefined : value;
}

function isFile(value: unknown): boolean {
  return value instanceof Blob;
}

function holdsFile(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).some(isFile);
}

/** What the signed-in player had entered in a form when their session ended. */
export function findKeptInput(form: string): Input | undefined {
  return readForms(readSession()?.accountDBID)[form];
}

/** Whether the signed-in player has input in any form that they have yet to open again. */
export function hasKeptInput(): boolean {
  return Object.keys(readForms(readSession()?.accountDBID)).length > 0;
}

export function dropKeptInput(form: string): void {
  const accountDBID = readSession()?.accountDBID;
  const { [form]: dropped, ...forms } = readForms(accountDBID);
  if (dropped && accountDBID !== undefined) write({ accountDBID, forms });
}

/** For a player who leaves: the tab keeps nothing of theirs. */
export function dropAllKeptInput(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is disabled, so nothing was kept.
  }
}

function readForms(accountDBID: number | undefined): Kept['forms'] {
  try {
    // Written by this page.
    const kept = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Kept | null;
    return kept !== null && kept.accountDBID === accountDBID ? kept.forms : {};
  } catch {
    return {};
  }
}

function write(kept: Kept): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(kept));
  } catch {
    // Storage is disabled or full: the form starts empty.
  }
}
