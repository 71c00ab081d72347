import { KEPT_INPUT_KEY, readSession, type StoredSession } from './session.ts';

/** What was in a form, by the names of its fields. */
type Input = Record<string, unknown>;

/** Of one account, so that nobody else who signs in sees it. */
type Kept = { accountDBID: number; forms: Record<string, Input>; isNoticed?: boolean };

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

/**
 * Whether the signed-in player has input in any form that they have yet to open again. True once each time a session has ended with
 * input.
 */
export function noticeKeptInput(): boolean {
  const kept = readKept(readSession()?.accountDBID);
  if (!kept || kept.isNoticed || Object.keys(kept.forms).length === 0) return false;
  write({ ...kept, isNoticed: true });
  return true;
}

export function dropKeptInput(form: string): void {
  const kept = readKept(readSession()?.accountDBID);
  if (!kept?.forms[form]) return;
  const { [form]: _, ...forms } = kept.forms;
  write({ ...kept, forms });
}

function readForms(accountDBID: number | undefined): Kept['forms'] {
  return readKept(accountDBID)?.forms ?? {};
}

function readKept(accountDBID: number | undefined): Kept | undefined {
  try {
    // Written by this page.
    const kept = JSON.parse(sessionStorage.getItem(KEPT_INPUT_KEY) ?? 'null') as Kept | null;
    return kept?.accountDBID === accountDBID ? (kept ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

function write(kept: Kept): void {
  try {
    sessionStorage.setItem(KEPT_INPUT_KEY, JSON.stringify(kept));
  } catch {
    // Storage is disabled or full: the form starts empty.
  }
}
