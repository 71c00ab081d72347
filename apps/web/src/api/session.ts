import type { Session } from '@waygate/contract/accounts/accounts.schemas';
import { useSyncExternalStore } from 'react';

/** The key that other community tools rely on. */
const STORAGE_KEY = 'user';
/** Says to other tabs that the server refused the removed session: nobody has left. */
const REFUSED_KEY = 'session-refused';

/** In this tab, what was entered in forms when the session ended. */
export const KEPT_INPUT_KEY = 'kept-input';

/** The stored part of a session: at least its token. */
export type StoredSession = Pick<Session, 'accessToken'> & Partial<Session>;

/** The session's named sections; none in a session that was stored before there were any. */
export function sectionNamesOf({
  sections,
}: {
  sections?: readonly string[] | undefined;
}): readonly string[] {
  return Array.isArray(sections) ? sections : [];
}

const listeners = new Set<() => void>();
let known: { text: string | null; session: StoredSession | null } = { text: null, session: null };

/**
 * The session as of this tab's last change or event. In a shared process, another tab's change is visible before its event: a
 * component that renders in between already reads no session.
 */
let lastSession: StoredSession | null = null;

/** The stored session, or null. An invalid value counts as none. */
export function readSession(): StoredSession | null {
  const text = readStorage();
  // Returns the same object for the same text, as useSyncExternalStore needs.
  if (known.text !== text) known = { text, session: parse(text) };
  return known.session;
}

/** Stores the session, if it has a token, and notifies every component and tab. */
export function saveSession(session: StoredSession): void {
  if (!session.accessToken) return;
  localStorage.setItem(STORAGE_KEY, JSON.stringify(session));
  // Afterwards: neither of the two would mean to other tabs that the player has left.
  localStorage.removeItem(REFUSED_KEY);
  hasEnded = false;
  announce();
}

/** For a player who leaves. */
export function clearSession(): void {
  localStorage.removeItem(REFUSED_KEY);
  removeSession(false);
}

function removeSession(isRefused: boolean): void {
  localStorage.removeItem(STORAGE_KEY);
  hasEnded = isRefused;
  announce();
}

/** For a player who leaves: the tab keeps nothing of theirs. */
export function dropAllKeptInput(): void {
  try {
    sessionStorage.removeItem(KEPT_INPUT_KEY);
  } catch {
    // Storage is disabled, so nothing was kept.
  }
}

let leaveForLogin: () => void = () => {};

/** Says how to go to the sign-in page when a session turns out to have ended. */
export function onUnauthorized(leave: () => void): void {
  leaveForLogin = leave;
}

/** Keeps what the session's player has entered. */
type Keep = (session: StoredSession) => void;

const keepers = new Set<Keep>();

/** Calls the function before a refused session ends in this tab, until the returned one is called. */
export function beforeSessionEnds(keep: Keep): () => void {
  keepers.add(keep);
  return () => keepers.delete(keep);
}

/** Whether the last session ended without its player. */
let hasEnded = false;

/** Ends the session in this browser after the server has refused it, and goes to the sign-in page. */
export function forgetSession(): void {
  console.error('Unauthorized access - 401');
  const session = readSession();
  if (session) {
    keepInputOf(session);
    localStorage.setItem(REFUSED_KEY, '');
    removeSession(true);
  } else {
    // Calls of one page are refused together, and another tab may have been first. A wrong password ends no session.
    followOtherTab();
  }
  leaveForLogin();
}

function keepInputOf(session: StoredSession): void {
  for (const keep of keepers) keep(session);
}

/** Another tab has stored, removed or lost the session. */
function followOtherTab(): void {
  const session = lastSession;
  const isOver = readStorage() === null;
  const isRefused = isOver && localStorage.getItem(REFUSED_KEY) !== null;
  if (isRefused && session) keepInputOf(session);
  if (isOver && !isRefused) dropAllKeptInput();
  hasEnded = isRefused && (hasEnded || session !== null);
  announce();
}

/** Whether this tab's session turned out to have ended, and nobody has signed in since. */
export function useHasSessionEnded(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => hasEnded,
    () => false,
  );
}

/** The session of the signed-in player, null for visitors and on the server. */
export function useSession(): StoredSession | null {
  return useSyncExternalStore(subscribe, readSession, () => null);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) lastSession = readSession();
  listeners.add(listener);
  window.addEventListener('storage', followOtherTab);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTab);
  };
}

function announce(): void {
  lastSession = readSession();
  document.documentElement.dataset.session = lastSession ? 'player' : 'visitor';
  for (const listener of listeners) listener();
}

function readStorage(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    // Storage may be disabled in the browser; then nobody is signed in.
    return null;
  }
}

function parse(text: string | null): StoredSession | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isSession(value) ? value : null;
  } catch {
    return null;
  }
}

function isSession(value: unknown): value is StoredSession {
  return (
    typeof value === 'object' &&
    value !== null &&
    'accessToken' in value &&
    typeof value.accessToken === 'string' &&
    value.accessToken !== ''
  );
}
