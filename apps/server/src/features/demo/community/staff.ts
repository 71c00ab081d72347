import type { Random } from './random.ts';
import type { Row } from './rows.ts';
import { after, DAY, dayOf, HOUR } from './times.ts';
import type { StaffName } from './world.ts';

/** The roles are those of every portal; the hosts of drops have their own sections. */
const STAFF: { name: StaffName; userName: string; role: string | undefined; permission: number }[] = [
  { name: 'moderator', userName: 'Maerwynn', role: 'Moderator', permission: 8 },
  { name: 'editor', userName: 'Tobias_Quill', role: 'Editor', permission: 4 },
  { name: 'support', userName: 'Sable_Ashdown', role: 'Support', permission: 8 },
  { name: 'accountant', userName: 'Ledger_Lin', role: 'Accountant', permission: 4 },
  { name: 'hosts', userName: 'Anouk_Hale', role: undefined, permission: 2 },
];
/** Accounts, drops and characters. */
const HOSTS_RIGHTS = { role_id: null, web_mgt: 2 * 13 * 37, sections: ['alerts'] };
const SINCE_DAYS = 112;

/** Rights of a role, by its name. */
export type Roles = Map<string, { role_id: number; web_mgt: number; sections: string[] }>;

/** The account of each, numbered from `firstId`. */
export function numberStaff(firstId: number): Record<StaffName, number> {
  // The names are those of the record.
  return Object.fromEntries(STAFF.map(({ name }, place) => [name, firstId + place])) as Record<
    StaffName,
    number
  >;
}

export function staffRows(
  random: Random,
  given: { roles: Roles; firstId: number; now: Date; passwordHash: string },
): Row[] {
  const { roles, firstId, now, passwordHash } = given;
  const registered = after(now, -SINCE_DAYS * DAY);
  return STAFF.map(({ userName, role, permission }, place) => {
    const seen = after(now, -(place + 1) * HOUR);
    return {
      id: firstId + place,
      user_name: userName,
      email: `${userName.toLowerCase().replace('_', '.')}@staff.example`,
      password_hash: passwordHash,
      email_confirmed_at: registered,
      permission,
      ...(roles.get(role ?? '') ?? HOSTS_RIGHTS),
      reference: random.uuid(),
      revision: 1,
      has_claimed_veteran_package: false,
      has_claimed_founder_package: false,
      last_login_ip: `192.0.2.${10 + place}`,
      last_ip: `192.0.2.${10 + place}`,
      registered_at: registered,
      last_login_at: seen,
      last_active_on: dayOf(seen),
    };
  });
}

export const STAFF_COUNT = STAFF.length;
