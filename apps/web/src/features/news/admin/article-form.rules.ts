import { type AdminArticle, DEFAULT_NEWS_CATEGORY } from '@waygate/contract/news/news.admin.schemas';
import { serverTime } from '#features/admin/records/server-time.ts';
import type { ContentStatus } from '@waygate/contract/content-status';

/** An article's form. */
export type ArticleForm = {
  title: string;
  snippet: string;
  /** Markdown. */
  body: string;
  category: string;
  status: ContentStatus;
  /** '' for none. */
  imageUrl: string;
  /** ISO 8601; '' for none. */
  eventStartsAt: string;
  eventEndsAt: string;
};

export const BLANK_ARTICLE: ArticleForm = {
  title: '',
  snippet: '',
  body: '',
  category: DEFAULT_NEWS_CATEGORY,
  status: 'draft',
  imageUrl: '',
  eventStartsAt: '',
  eventEndsAt: '',
};

export function articleFormOf({
  title,
  snippet,
  body,
  category,
  status,
  imageUrl,
  eventStartsAt,
  eventEndsAt,
}: AdminArticle): ArticleForm {
  return {
    title,
    snippet,
    body,
    category,
    status,
    imageUrl: imageUrl ?? '',
    eventStartsAt: eventStartsAt ?? '',
    eventEndsAt: eventEndsAt ?? '',
  };
}

/** The request body; pasted line breaks become spaces. */
export function articleTextOf({ title, snippet, category, imageUrl, ...form }: ArticleForm) {
  return {
    ...form,
    title: inOneLine(title),
    snippet: inOneLine(snippet),
    category: inOneLine(category),
    imageUrl: imageUrl === '' ? null : imageUrl,
    eventStartsAt: serverTime(form.eventStartsAt),
    eventEndsAt: serverTime(form.eventEndsAt),
  };
}

function inOneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
