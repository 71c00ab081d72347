/** Every address of the site that components link to. */
export const paths = {
  home: '/',
  news: '/news',
  article: (articleId: number | string) => `/news/${articleId}`,
  patchNotes: '/patch-notes',
  patchNote: (patchNoteId: number | string) => `/patch-notes/${patchNoteId}`,
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  profile: '/profile',
  shop: '/shop',
  admin: '/admin',
  tos: '/tos',
  legal: '/legal',
  privacy: '/privacy',
  newsFeed: '/news/feed.xml',
  patchNotesFeed: '/patch-notes/feed.xml',
};
