import type { Session } from '@waygate/contract/accounts/accounts.schemas';
import { useSyncExternalStore } from 'react';

/** The name other tools of the game's community rely on. */
const STORAGE_KEY = 'user';

/** What the browser keeps of a session: at least its token, and the name to greet with. */
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

/** The stored session, or null. A value that is no session counts as none. */
export function readSession(): StoredSession | null {
  const text = readStorage();
  // The same text gives the same object, as React's external stores need.
  if (known.text !== text) known = { text, session: parse(text) };
  return known.session;
}

/** Stores the session, if it carries a token, and tells every component and tab. */
export function saveSession(session: StoredSession): void {
  if (!session.accessToken) return;
  localStorage.setItem(STORAGE_KEY, JSON.stringify(session));
  announce();
}

export function clearSession(): void {
  localStorage.removeItem(STORAGE_KEY);
  announce();
}

let leaveForLogin: () => void = () => {};

/** Says how to go to the sign-in page when a session turns out to have ended. */
export function onUnauthorized(leave: () => void): void {
  leaveForLogin = leave;
}

/** Ends the session in this browser after the server has refused it, and goes to the sign-in page. */
export function forgetSession(): void {
  console.error('Unauthorized access - 401');
  clearSession();
  leaveForLogin();
}

/** The session of the signed-in player, null for visitors and on the server. */
export function useSession(): StoredSession | null {
  return useSyncExternalStore(subscribe, readSession, () => null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', announce);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', announce);
  };
}

function announce(): void {
  document.documentElement.dataset.session = readSession() ? 'player' : 'visitor';
  for (const listener of listeners) listener();
}

function readStorage(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    // Storage can be switched off in the browser: then nobody is signed in.
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
