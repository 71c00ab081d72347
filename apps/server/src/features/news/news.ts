// News articles.
export { selectComingEvents } from './admin/coming-events.queries.ts';
export { presentNewsItem } from './news.presenter.ts';
export { type EventRow, newsStore, selectCurrentEvent } from './news.queries.ts';
export { composeNews, insertNews } from './news.service.ts';
