import { getAdminArticle } from '@waygate/contract/news/news.admin.endpoints';
import { lazy } from 'react';
import { Link, useParams } from 'react-router';
import { call } from '#api/call.ts';
import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { OpenedText } from '#features/content/admin/OpenedText.tsx';
import { ArticleEditor } from '#features/news/admin/ArticleEditor.tsx';
import { adminPaths } from '#features/paths/admin-paths.ts';

// The public page's own chunk, whose size visitors pay for.
const ArticlePage = lazy(async () => {
  const { ArticlePage: Loaded } = await import('#pages/news/ArticlePage.tsx');
  return { default: Loaded };
});

function AdminArticlePage() {
  const { articleId } = useParams();
  return (
    <AdminSection
      section="news"
      title={articleId === undefined ? 'New article' : 'Edit article'}
      toolbar={<Link to={adminPaths.news}>Back to all articles</Link>}
    >
      {articleId === undefined ? (
        <ArticleEditor Page={ArticlePage} />
      ) : (
        <OpenedText
          key={articleId}
          queryKey={['news', articleId]}
          load={(signal) => call(getAdminArticle, { params: { id: articleId } }, { signal })}
          failure="The article could not be loaded."
          caption="the article"
        >
          {(article) => <ArticleEditor article={article} Page={ArticlePage} />}
        </OpenedText>
      )}
    </AdminSection>
  );
}

export const route = adminPage('article', AdminArticlePage);
