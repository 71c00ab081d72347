import type { Site } from '@waygate/contract/site/site';
import type { Config } from '#platform/config/config.ts';

/** The settings of this installation that pages need. */
export function describeSite(config: Config): Site {
  const { brand, launcherFile, publicOrigin, payments, twitch, mode, smtpUrl, asksReferralConsent } = config;
  return {
    brandName: brand.name,
    communityUrl: brand.communityUrl,
    launcherHref: `/download/${launcherFile}`,
    publicOrigin,
    features: {
      twitch: twitch.provider !== 'off',
      shop: payments.provider !== 'off',
      mail: mode === 'local' || smtpUrl !== undefined,
    },
    ...(asksReferralConsent && { asksReferralConsent }),
  };
}
