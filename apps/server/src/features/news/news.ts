// News articles.
export { newsStore } from './news.queries.ts';
export { composeNews, insertNews } from './news.service.ts';
