import { type AdminArticle, DEFAULT_NEWS_CATEGORY } from '@waygate/contract/news/news.admin.schemas';
import type { ReadArticle } from '@waygate/contract/news/news.schemas';
import { inOneLine } from '#features/admin/records/in-one-line.ts';
import { serverTime } from '#features/admin/records/server-time.ts';
import {
  BLANK_PUBLISHING,
  publishingBodyOf,
  type PublishingForm,
  publishingFormOf,
} from '#features/content/admin/publishing-form.rules.ts';

/** An article's form. */
export type ArticleForm = PublishingForm & {
  title: string;
  snippet: string;
  /** Markdown. */
  body: string;
  category: string;
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
  ...BLANK_PUBLISHING,
  imageUrl: '',
  eventStartsAt: '',
  eventEndsAt: '',
};

export function articleFormOf({
  title,
  snippet,
  body,
  category,
  imageUrl,
  eventStartsAt,
  eventEndsAt,
  ...published
}: AdminArticle): ArticleForm {
  return {
    title,
    snippet,
    body,
    category,
    ...publishingFormOf(published),
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
    ...publishingBodyOf(form),
    eventStartsAt: serverTime(form.eventStartsAt),
    eventEndsAt: serverTime(form.eventEndsAt),
  };
}

/** What its page would show now. */
export function readArticleOf(form: ArticleForm, bodyHtml: string, now = new Date()): ReadArticle {
  const { title, snippet, category, imageUrl } = articleTextOf(form);
  const publishedAt = form.publishAt || now.toISOString();
  const times = { publishedAt, createdAt: publishedAt };
  return { id: 0, title, snippet, category, imageUrl, body: form.body, bodyHtml, ...times, next: null };
}
