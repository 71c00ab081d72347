import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { after, DAY, HOUR, MINUTE } from './community/times.ts';

/** The demo's draft, which is planned. */
const PLANNED = 'What we are building this winter';

const NEW_SNIPPET =
  'From December to March: a sixth class, the first guild halls, and a market that you can search. Tell us what is missing.';

/** What staff have written lately: a planned article with its revisions, and what the owner was typing into it. */
export async function editTexts(
  tx: Transaction,
  { now, ownerId, editorId }: { now: Date; ownerId: number; editorId: number },
): Promise<void> {
  const [first, second, third] = [-2 * DAY, -26 * HOUR, -3 * HOUR].map((ms) => after(now, ms));
  const publishedAt = after(now, 3 * DAY);
  publishedAt.setUTCHours(17, 0, 0, 0);
  await tx.execute(sql`
    update news set status = 'published', published_at = ${publishedAt}, revision = 3, updated_at = ${third}
    where title = ${PLANNED}`);
  await tx.execute(sql`
    insert into content_revisions (kind, record_id, revision, author_id, saved_at, fields)
    select 'news', news.id, version.*, jsonb_build_object(
      'title', case version.revision when 1 then 'Plans for the winter' else title end,
      'snippet', snippet, 'category', category, 'imageUrl', image_url,
      'status', case version.revision when 3 then 'published' else 'draft' end,
      'publishedAt', case version.revision when 3 then ${publishedAt.toISOString()}::text end,
      'body', case version.revision
        when 1 then regexp_replace(body, '\n## What we are not doing.*', '')
        when 2 then replace(body, 'twenty offers', 'ten offers')
        else body
      end)
    from news cross join (values
      (1, ${editorId}::integer, ${first}::timestamptz),
      (2, ${editorId}, ${second}),
      (3, ${ownerId}, ${third})) as version (revision, author_id, saved_at)
    where title = ${PLANNED}`);
  await tx.execute(sql`
    insert into content_drafts (author_id, kind, record_id, changes, revision, saved_at)
    select ${ownerId}, 'news', id, jsonb_build_object('snippet', ${NEW_SNIPPET}::text), 3, ${after(now, -40 * MINUTE)}
    from news where title = ${PLANNED}`);
}
