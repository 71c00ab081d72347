import { SEARCH_HITS } from '@waygate/contract/search/search.schemas';
import { SHOWN } from '#features/content/content.ts';
import type { SnapshotDb } from '#platform/db/read-snapshot.ts';
import { MATCH_END, MATCH_START } from './marked-text.ts';

export type HitRow = {
  kind: 'news' | 'patchNote';
  id: number;
  label: string;
  date: Date;
  /** With MATCH_START and MATCH_END around what is found. */
  title: string;
  excerpt: string;
  total: number;
};

/** An empty `$2` finds nothing, and adds nothing to the rest. */
const WORDS = `(websearch_to_tsquery('english', $1) || to_tsquery('english', $2))`;

const MARKS = `StartSel=${MATCH_START}, StopSel=${MATCH_END}`;
const EXCERPT = `${MARKS}, MaxFragments=2, MinWords=12, MaxWords=28, FragmentDelimiter=" … "`;

/** Cutting an excerpt takes time by the length of the text. Words beyond this are found, but not shown. */
const EXCERPT_FROM = 20_000;

/** Enough HTML for that much text. It may end inside a tag, which is no text. */
const HTML_FROM = 2 * EXCERPT_FROM;
const PLAIN = `html_to_text(regexp_replace(left(body_html, ${HTML_FROM}), '<[^>]*$', ''))`;

const SEARCH = `
  with found as (
    select 'news' as kind, id, title, category as label, published_at as dated,
           ts_rank(search_vector, ${WORDS}) as rank
    from news where ${SHOWN} and search_vector @@ ${WORDS}
    union all
    select 'patchNote', id, title, version, release_date::timestamp at time zone 'UTC',
           ts_rank(search_vector, ${WORDS})
    from patch_notes where ${SHOWN} and search_vector @@ ${WORDS}
  ), best as (
    select *, count(*) over ()::integer as total
    from found order by rank desc, dated desc, kind, id desc limit ${SEARCH_HITS}
  )
  select kind, id, label, dated as date, total,
    ts_headline('english', title, ${WORDS}, '${MARKS}, HighlightAll=true') as title,
    ts_headline('english', left(${PLAIN}, ${EXCERPT_FROM}), ${WORDS}, '${EXCERPT}') as excerpt
  from best cross join lateral (
    select body_html from news where kind = 'news' and id = best.id
    union all select body_html from patch_notes where kind = 'patchNote' and id = best.id
  ) as body
  order by rank desc, dated desc, kind, id desc`;

/**
 * The texts that match best, titles before bodies, newer before older where they are equal.
 *
 * @param words as somebody typed them; `websearch_to_tsquery` understands any text
 * @param beginnings the same as a query of `to_tsquery` that finds beginnings of words; '' for none
 */
export async function selectHits(
  { $client: client }: { $client: Pick<SnapshotDb['$client'], 'query'> },
  { words, beginnings }: { words: string; beginnings: string },
): Promise<HitRow[]> {
  const { rows } = await client.query<HitRow>({
    name: 'search_content',
    text: SEARCH,
    values: [words, beginnings],
  });
  return rows;
}
