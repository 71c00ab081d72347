import { ADMIN_AREA, PAGES, pagePaths } from '@waygate/contract/site/pages';

/** Every address of the site that components link to. */
export const paths = {
  ...pagePaths,
  admin: ADMIN_AREA,
  newsFeed: PAGES.news.feed,
  patchNotesFeed: PAGES.patchNotes.feed,
};
