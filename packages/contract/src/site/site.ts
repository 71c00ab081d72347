/** What every page knows about this installation; the server writes it into the HTML. */
export type Site = {
  brandName: string;
  /** External chat invite. */
  communityUrl: string;
  /** Path of the launcher download. */
  launcherHref: string;
  /** Scheme and host, no trailing slash. */
  publicOrigin: string;
  /** Parts that are switched off while their keys are missing. */
  features: { twitch: boolean; shop: boolean; mail: boolean };
  /** Visitors who come from a campaign are asked before their browser stores it. */
  asksReferralConsent?: true;
};
