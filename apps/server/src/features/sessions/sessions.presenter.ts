import type { Session } from '@waygate/contract/accounts/accounts.schemas';
import type { OwnSession, SignIn } from '@waygate/contract/sessions/sessions.schemas';
import type { AccountRow } from '#features/identity/identity.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { ListedSession } from './sessions.queries.ts';
import type { SignInRow } from './sign-ins.queries.ts';

export function presentSession({
  account,
  accessToken,
  expiresAt,
}: {
  account: Pick<AccountRow, 'id' | 'userName' | 'email' | 'permission' | 'webMgt' | 'sections'>;
  accessToken: string;
  expiresAt: Date;
}): Session {
  return {
    accessToken,
    privilege: account.permission,
    webMgt: account.webMgt,
    sections: account.sections,
    accountDBID: account.id,
    userName: account.userName,
    email: account.email,
    expiresAt: expiresAt.toISOString(),
  };
}

/** A session of the viewer's own. */
export function presentOwnSession(
  { id, tokenHash, browser, network, createdAt, lastUsedAt, expiresAt }: ListedSession,
  { sessionHash }: Pick<Viewer, 'sessionHash'>,
): OwnSession {
  return {
    id,
    browser,
    network,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isCurrent: tokenHash.equals(sessionHash),
  };
}

export function presentSignIn({ id, at, outcome, method, browser, network, isNewDevice }: SignInRow): SignIn {
  return { id, at: at.toISOString(), outcome, method, browser, network, isNewDevice };
}
