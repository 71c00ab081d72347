import { deleteArticle, exportArticles, listAdminNews } from '@waygate/contract/news/news.admin.endpoints';
import type { AdminNewsItem } from '@waygate/contract/news/news.admin.schemas';
import { loadFrom } from '#features/admin/lists/list-source.ts';
import { ContentList } from '#features/content/admin/ContentList.tsx';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { paths } from '#features/paths/paths.ts';
import type { Column } from '#ui/admin/table/columns.ts';
import { LocalTime } from '#ui/LocalTime.tsx';

const COLUMNS: Column<AdminNewsItem>[] = [
  { id: 'category', label: 'Category', width: '9.5rem', render: ({ category }) => category },
  {
    id: 'published',
    label: 'Published',
    render: ({ publishedAt }) => (publishedAt ? <LocalTime value={publishedAt} /> : 'Never'),
  },
];

/** All articles, including drafts. */
export function NewsAdmin() {
  return (
    <ContentList
      noun="article"
      caption="Articles"
      queryKey="news"
      load={loadFrom(listAdminNews, ({ news: rows, total }) => ({ rows, total }))}
      csv={exportArticles}
      remove={deleteArticle}
      failure="Failed to fetch news articles."
      searchLabel="Search by title or category"
      columns={COLUMNS}
      newPath={adminPaths.newArticle}
      editPath={({ id }) => adminPaths.article({ articleId: id })}
      sitePath={({ id }) => paths.article({ articleId: id })}
    />
  );
}
