import type { Site } from '@waygate/contract/site/site';
import type { Config } from '#platform/config/config.ts';

/** The settings of this installation that pages need. */
export function describeSite({ brand, launcherFile, publicOrigin, payments, twitch }: Config): Site {
  return {
    brandName: brand.name,
    communityUrl: brand.communityUrl,
    launcherHref: `/download/${launcherFile}`,
    publicOrigin,
    features: { twitch: twitch.provider !== 'off', shop: payments.provider !== 'off' },
  };
}
