import { createHash } from 'node:crypto';
import type { AdminUser, UserHistory } from '@waygate/contract/accounts/accounts.admin.schemas';
import { HIDDEN, hidesContact, maskedEmail, withoutEmails } from '#features/identity/identity.ts';
import type { selectNewestMails } from '#features/mail/mail.ts';
import type { listSessions } from '#features/sessions/sessions.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { AdminAccount } from './accounts.admin.queries.ts';
import type { BanRecord } from './bans.queries.ts';

/** An account as this viewer may see it: e-mail and addresses are masked where they may not edit the account. */
export function presentAdminUser(account: AdminAccount, viewer: Viewer): AdminUser {
  const user = presentWholeUser(account);
  if (!hidesContact(viewer, account)) return user;
  return {
    ...user,
    email: maskedEmail(user.email),
    lastLoginIP: user.lastLoginIP && HIDDEN,
    lastIP: user.lastIP && HIDDEN,
    // It is a hash of the address too, which guesses could be tried on.
    revision: 0,
  };
}

function presentWholeUser(account: AdminAccount): AdminUser {
  const { ban } = account;
  return {
    accountDBID: account.id,
    ...presentEditable(account),
    role: account.role,
    registerTime: account.registeredAt.toISOString(),
    lastLoginTime: account.lastLoginAt?.toISOString() ?? null,
    lastLoginIP: account.lastLoginIp,
    lastIP: account.lastIp,
    banned: ban !== null,
    bannedUntil: ban?.endsAt ? new Date(ban.endsAt).toISOString() : null,
    banReason: ban?.description ?? null,
    revision: revisionOf(account),
  };
}

/** The fields of an account that staff can change. */
export type EditableUser = Pick<
  AdminUser,
  | 'userName'
  | 'email'
  | 'permission'
  | 'webMgt'
  | 'sections'
  | 'agaiaClubExpiry'
  | 'agaiaCoins'
  | 'astrumCoins'
  | 'hasClaimedFounderPackage'
  | 'hasClaimedVeteranPackage'
  | 'isEmailConfirmed'
>;

export function presentEditable(account: AdminAccount): EditableUser {
  return {
    userName: account.userName,
    email: account.email,
    permission: account.permission,
    webMgt: account.webMgt,
    sections: account.sections,
    agaiaClubExpiry: account.agaiaClubExpiresAt?.toISOString() ?? null,
    agaiaCoins: account.balances.premium,
    astrumCoins: account.balances.second,
    hasClaimedFounderPackage: account.hasClaimedFounderPackage,
    hasClaimedVeteranPackage: account.hasClaimedVeteranPackage,
    isEmailConfirmed: account.emailConfirmedAt !== null,
  };
}

/**
 * Covers everything that staff can change. A form sends back all that it had read, so a purchase or an edit by the player
 * makes its revision stale too. The row's counter covers what is not shown, the password.
 */
export function revisionOf(account: AdminAccount): number {
  const content = JSON.stringify([account.revision, Object.values(presentEditable(account))]);
  // Six bytes, which a JavaScript number holds exactly.
  return createHash('sha256').update(content).digest().readUIntBE(0, 6);
}

type History = {
  bans: BanRecord[];
  sessions: Awaited<ReturnType<typeof listSessions>>;
  mails: Awaited<ReturnType<typeof selectNewestMails>>;
};

/** An account's history as this viewer may see it, with masks like those of `presentAdminUser`. */
export function presentHistory(history: History, account: AdminAccount, viewer: Viewer): UserHistory {
  const shown = presentWholeHistory(history);
  if (!hidesContact(viewer, account)) return shown;
  return {
    ...shown,
    bans: shown.bans.map((ban) => ({ ...ban, ip: ban.ip && HIDDEN })),
    mails: shown.mails.map((mail) => ({
      ...mail,
      recipient: maskedEmail(mail.recipient),
      // Mail servers repeat the address that they refuse.
      failure: mail.failure && withoutEmails(mail.failure),
    })),
  };
}

function presentWholeHistory({ bans, sessions, mails }: History): UserHistory {
  return {
    bans: bans.map(({ id, startsAt, endsAt, ip, description, isInForce }) => ({
      banId: id,
      startTime: startsAt.toISOString(),
      endTime: endsAt?.toISOString() ?? null,
      ip,
      description,
      active: isInForce,
    })),
    sessions: sessions.map(({ createdAt, lastUsedAt }) => ({
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    })),
    mails: mails.map(({ kind, recipient, createdAt, sentAt, failedAt, failure }) => ({
      kind,
      recipient,
      createdAt: createdAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
      failedAt: failedAt?.toISOString() ?? null,
      failure,
    })),
  };
}
