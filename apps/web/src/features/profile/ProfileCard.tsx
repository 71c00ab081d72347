import type { Profile } from '@waygate/contract/accounts/accounts.schemas';
import type { ReactNode } from 'react';
import { LocalTime } from '#ui/LocalTime.tsx';
import { ToggleTip } from '#ui/ToggleTip.tsx';
import { Avatar } from './Avatar.tsx';
import { type AccountActions, ProfileActions } from './ProfileActions.tsx';
import styles from './ProfileCard.module.css';
import { Purses } from './Purses.tsx';
import { ResendConfirmation } from './ResendConfirmation.tsx';

export type ProfileCardProps = Omit<AccountActions, 'isTwitchLinked'> & { profile: Profile };

/** The player, what they hold, the account's buttons and its facts. */
export function ProfileCard({ profile, ...actions }: ProfileCardProps) {
  return (
    <section className={styles.card} aria-labelledby="profile-name">
      <div className={styles.person}>
        <Avatar url={profile.avatarUrl} userName={profile.userName} />
        <div className={styles.name}>
          <h2 id="profile-name" title={profile.userName}>
            {profile.userName}
          </h2>
          <p className={styles.email} title={profile.email}>
            <Address email={profile.email} />
            {!profile.isEmailConfirmed && <span className={styles.unconfirmed}> (Unconfirmed)</span>}
          </p>
        </div>
        <div className={styles.tip}>
          <ToggleTip label="Account information">
            <AccountTooltip profile={profile} />
          </ToggleTip>
        </div>
      </div>
      <Purses {...profile} />
      {!profile.isEmailConfirmed && <ResendConfirmation />}
      <ProfileActions
        {...actions}
        isTwitchLinked={Boolean(profile.twitchId)}
        facts={<Facts profile={profile} />}
      />
    </section>
  );
}

/** A long one is broken before its @ rather than anywhere. */
function Address({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}

function Facts({ profile }: { profile: Profile }) {
  return (
    <dl className={styles.facts}>
      <Fact term="Account ID">{profile.accountDBID}</Fact>
      <Fact term="Veteran Package">{formatPackage(profile.hasClaimedVeteranPackage)}</Fact>
      <Fact term="Founder Package">{formatPackage(profile.hasClaimedFounderPackage)}</Fact>
    </dl>
  );
}

function AccountTooltip({ profile }: { profile: Profile }) {
  return (
    <>
      <span className={styles.line}>User ID: {profile.accountDBID}</span>
      <span className={styles.line}>
        Registered: <LocalTime value={profile.registerTime} />
      </span>
      <span className={styles.line}>
        Last Login: <LocalTime value={profile.lastLoginTime} />
      </span>
    </>
  );
}

function formatPackage(isClaimed: boolean): string {
  return isClaimed ? 'Claimed' : 'Not Claimed';
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
