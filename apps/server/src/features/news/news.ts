// News articles.
export { newsStore } from './news.queries.ts';
export { type NewsText, composeNews, insertNews } from './news.service.ts';
