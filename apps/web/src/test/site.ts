/** What every page knows of the portal. */
export const SITE = {
  brandName: 'Agaia',
  communityUrl: 'https://discord.gg/x',
  launcherHref: '/download/launcher.exe',
  publicOrigin: 'https://play.example.com',
  features: { twitch: true, shop: true, mail: true },
};
