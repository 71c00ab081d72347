import { getAdminArticle } from '@waygate/contract/news/news.admin.endpoints';
import { Link, useParams } from 'react-router';
import { call } from '#api/call.ts';
import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { OpenedText } from '#features/content/admin/OpenedText.tsx';
import { ArticleEditor } from '#features/news/admin/ArticleEditor.tsx';
import { adminPaths } from '#features/paths/admin-paths.ts';

function AdminArticlePage() {
  const { articleId } = useParams();
  return (
    <AdminSection
      section="news"
      title={articleId === undefined ? 'New article' : 'Edit article'}
      toolbar={<Link to={adminPaths.news}>Back to all articles</Link>}
    >
      {articleId === undefined ? (
        <ArticleEditor />
      ) : (
        <OpenedText
          key={articleId}
          queryKey={['news', articleId]}
          load={(signal) => call(getAdminArticle, { params: { id: articleId } }, { signal })}
          failure="The article could not be loaded."
          caption="the article"
        >
          {(article) => <ArticleEditor article={article} />}
        </OpenedText>
      )}
    </AdminSection>
  );
}

export const route = adminPage('article', AdminArticlePage);
