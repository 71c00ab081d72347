import { createOwner } from '#test/account-journeys.ts';
import { ofCreated, onRecord, type StaffWriteCase, withBody } from '#test/staff-writes.ts';

const article = { title: 'Lanterns', body: 'Light them.' };

export const STAFF_WRITES: StaffWriteCase[] = [
  onRecord('createArticle', 'creates an article', () => withBody(article)),
  onRecord(
    'updateArticle',
    'updates an article',
    ofCreated('content/news', 'id', article, { title: 'Later' }),
  ),
  onRecord('deleteArticle', 'deletes an article', ofCreated('content/news', 'id', article)),
  onRecord('saveArticleDraft', 'keeps unsaved changes of an article', async (shop) => ({
    ...(await ofCreated('content/news', 'id', article)(shop)),
    body: { changes: { title: 'Later' }, revision: 1 },
  })),
  onRecord(
    'deleteArticleDraft',
    'discards unsaved changes of an article',
    ofCreated('content/news', 'id', article),
  ),
  onRecord('restoreArticleRevision', 'restores a revision of an article', async (shop) => {
    const { id } = await ofCreated('content/news', 'id', article)(shop);
    const { token } = await createOwner(shop);
    const body = { ...article, title: 'Later' };
    await shop.call('PUT', `/admin/content/news/${id}`, { token, body });
    return { params: { id: String(id), revision: '1' }, body: {} };
  }),
];
