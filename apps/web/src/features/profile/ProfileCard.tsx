import type { Profile } from '@waygate/contract/accounts/accounts.schemas';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { LocalTime } from '#ui/LocalTime.tsx';
import { ToggleTip } from '#ui/ToggleTip.tsx';
import { Avatar } from './Avatar.tsx';
import { ProfileActions } from './ProfileActions.tsx';
import styles from './ProfileCard.module.css';

export type ProfileCardProps = {
  profile: Profile;
  onResetPassword: () => void;
  onChangeEmail: () => void;
  onUnlinked: () => void;
  onShowCoins: () => void;
};

/** The player, the account's details and its buttons. */
export function ProfileCard({
  profile,
  onResetPassword,
  onChangeEmail,
  onUnlinked,
  onShowCoins,
}: ProfileCardProps) {
  return (
    <section className={styles.card} aria-labelledby="profile-name">
      <div className={styles.tip}>
        <ToggleTip label="Account information">
          <AccountTooltip profile={profile} />
        </ToggleTip>
      </div>
      <Avatar url={profile.avatarUrl} userName={profile.userName} />
      <div className={styles.name}>
        <h2 id="profile-name">{profile.userName}</h2>
        <p className={styles.email}>
          {profile.email}
          {!profile.isEmailConfirmed && <span className={styles.unconfirmed}> (Unconfirmed)</span>}
        </p>
      </div>
      <dl className={styles.details}>
        <Detail term="Account ID">{profile.accountDBID}</Detail>
        <Detail term="Premium Coins">
          <button
            type="button"
            className={styles.history}
            onClick={onShowCoins}
            aria-haspopup="dialog"
            aria-label="Coin history"
            title="Coin history"
          >
            <History aria-hidden size={18} />
          </button>
          <span className={styles.coins}>{(profile.agaiaCoins ?? 0).toLocaleString()}</span>
        </Detail>
        <Detail term="Veteran Package">{formatPackage(profile.hasClaimedVeteranPackage)}</Detail>
        <Detail term="Founder Package">{formatPackage(profile.hasClaimedFounderPackage)}</Detail>
      </dl>
      <ProfileActions
        isEmailConfirmed={profile.isEmailConfirmed}
        isTwitchLinked={Boolean(profile.twitchId)}
        onUnlinked={onUnlinked}
        onResetPassword={onResetPassword}
        onChangeEmail={onChangeEmail}
      />
    </section>
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

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={styles.detail}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
