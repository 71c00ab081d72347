import { useSite } from '#features/site/SiteContext.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './SwitchedOff.module.css';

type Part = 'shop' | 'twitch' | 'mail';

const REASONS: Record<Part, string> = {
  shop: 'The shop is closed. Players can buy once STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are set.',
  twitch:
    'Drops are switched off. Minutes count once TWITCH_CLIENT_ID, TWITCH_CLIENT_SECRET, TWITCH_GAME_IDS and TWITCH_TOKEN_KEY are set.',
  mail: "Mail isn't sent, so players can't confirm their address or reset their password. Mails wait for up to 30 days and are sent once SMTP_URL and MAIL_FROM are set.",
};

/** Says above a section which variables are missing, where a part of the portal is switched off. */
export function SwitchedOff({ part }: { part: Part }) {
  const { features } = useSite();
  if (features[part]) return null;
  return (
    <div className={styles.switchedOff}>
      <Notice tone="info">{REASONS[part]}</Notice>
    </div>
  );
}
