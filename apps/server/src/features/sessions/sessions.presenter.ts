import type { Session } from '@waygate/contract/accounts/accounts.schemas';
import type { AccountRow } from '#features/identity/identity.ts';

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
