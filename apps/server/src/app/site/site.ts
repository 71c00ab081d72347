import type { Site } from '@waygate/contract/site/site';
import type { Config } from '#platform/config/config.ts';

/** What the pages are told of this installation. */
export function describeSite({ brand, launcherFile, publicOrigin, payments, twitch }: Config): Site {
  return {
    brandName: brand.name,
    communityUrl: brand.communityUrl,
    launcherHref: `/download/${launcherFile}`,
    publicOrigin,
    features: { twitch: twitch.provider !== 'off', shop: payments.provider !== 'off' },
  };
}
