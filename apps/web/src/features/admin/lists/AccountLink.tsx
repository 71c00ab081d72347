import { Link } from 'react-router';
import { useSession } from '#api/session.ts';
import { canUse } from '#features/admin/sections.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';

type AccountLinkProps = { account: { accountDBID: number; userName: string } };

/** An account's name, linked to its page for staff who may see it. */
export function AccountLink({ account: { accountDBID, userName } }: AccountLinkProps) {
  const session = useSession();
  if (!canUse(session, 'users')) return userName;
  return <Link to={adminPaths.user({ accountId: accountDBID })}>{userName}</Link>;
}
