import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import type { SharedAddress } from '@waygate/contract/players/players.schemas';
import { hasEnd } from '#features/actions/admin/ban-length.ts';
import type { BanForm } from './ban-form.rules.ts';
import styles from './BanConsequences.module.css';
import { BanEnd } from './BanEnd.tsx';

type BanConsequencesProps = {
  id: string;
  user: AdminUser;
  form: BanForm;
  shared: SharedAddress | undefined;
};

/** What the ban will do, as far as the form says so. */
export function BanConsequences({ id, user, form, shared }: BanConsequencesProps) {
  if (!hasEnd(form)) return null;
  const reason = form.reason.trim();
  return (
    <div id={id} className={styles.consequences}>
      <p>
        <b>{user.userName}</b> will be banned <BanEnd at={form.end || null} />.
      </p>
      <ul>
        <li>The player is signed out everywhere immediately, and can't sign in.</li>
        <li>Game accounts are locked as soon as each game server asks.</li>
        {reason !== '' && <li>The player reads: “{reason}”</li>}
        <li>
          {form.withAddress ? <Address ip={form.ip.trim()} shared={shared} /> : 'No address is banned.'}
        </li>
      </ul>
    </div>
  );
}

function Address({ ip, shared }: { ip: string; shared: SharedAddress | undefined }) {
  if (shared?.isOwnNetwork)
    return `${ip} is one of the portal's own networks, so only the account is banned.`;
  const others = shared && shared.total > 0 && `, which ${othersText(shared)} last used`;
  return `Nobody can sign in or register from ${ip}${others || ''}.`;
}

function othersText({ total, totalIsExact }: SharedAddress): string {
  if (total === 1) return '1 other account';
  return `${total}${totalIsExact ? '' : ' or more'} other accounts`;
}
