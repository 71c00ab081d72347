import { adminPagePaths } from '@waygate/contract/site/admin-pages';

/** Every address of the admin area. Apart from the site's, so that no visitor loads them. */
export const adminPaths = {
  ...adminPagePaths,
  dropSeasons: `${adminPagePaths.twitchDrops}?tab=seasons`,
  dropAccount: (accountId: number | string) =>
    `${adminPagePaths.twitchDrops}?tab=accounts&account=${accountId}`,
};
