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
];
