import {
  PICTURE_USES_SHOWN,
  type PictureChanges,
  type PicturePlace,
  type PictureUseKind,
} from '@waygate/contract/picture-library/picture-library.schemas';
import { and, desc, eq, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm';
import { isUnused, pictures } from '#features/media/media.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import { containing, hasTrigram, isFoundFirst } from '#platform/db/search-text.ts';

export type PictureFilter = {
  search: string;
  use: 'all' | 'used' | 'unused';
  limit: number;
  before?: PicturePlace | undefined;
};

export type PictureRow = Awaited<ReturnType<typeof selectPictures>>[number];

/** A record that uses a picture, and how many there are. */
export type PictureUseRow = {
  picture: string;
  kind: PictureUseKind;
  id: number;
  title: string;
  useCount: number;
};

/** Those that texts may share; a reward's own picture isn't among them. */
const isShared = and(isNull(pictures.removedAt), isNotNull(pictures.content));

/** As `pictures_search_idx` has it. */
const searched = sql`lower(${pictures.fileName} || ' ' || ${pictures.alt}) collate "C"`;

/** A page of the library along `pictures_library_idx`, the last upload first. */
export function selectPictures(db: Db, { search, use, limit, before }: PictureFilter) {
  return db
    .select({
      name: pictures.name,
      fileName: pictures.fileName,
      alt: pictures.alt,
      width: pictures.width,
      height: pictures.height,
      bytes: pictures.bytes,
      uploadedAt: pictures.uploadedAt,
      uploadedMicros: sql<string>`(extract(epoch from ${pictures.uploadedAt}) * 1000000)::bigint`,
      isKept: pictures.isKept,
    })
    .from(pictures)
    .where(
      and(
        isShared,
        before && isBefore(before),
        search === '' ? undefined : isFound(db, search),
        use === 'unused' ? isUnused(db) : undefined,
        use === 'used' ? not(isUnused(db)) : undefined,
      ),
    )
    .orderBy(desc(pictures.uploadedAt), desc(pictures.name))
    .limit(limit);
}

function isBefore({ uploadedMicros, name }: PicturePlace): SQL {
  const time = sql`timestamptz 'epoch' + ${uploadedMicros}::bigint * interval '1 microsecond'`;
  return sql`(${pictures.uploadedAt}, ${pictures.name}) < (${time}, ${name})`;
}

function isFound(db: Db, search: string): SQL {
  const contains = sql`${searched} like lower(${containing(search)}::text)`;
  if (!hasTrigram(search)) return contains;
  const found = db.select({ name: pictures.name }).from(pictures).where(and(isShared, contains));
  return isFoundFirst(pictures.name, found);
}

/** Which records use these pictures, the newest of each kind first, up to `PICTURE_USES_SHOWN` of each picture. */
export async function selectUsesOf(db: Db, names: string[]): Promise<PictureUseRow[]> {
  const { rows } = await db.execute<PictureUseRow>(sql`
    select picture, named.kind, row_id as id, named.title, count as "useCount"
    from (
      select picture, used_in, row_id, count(*) over (partition by picture)::int as count,
        row_number() over (partition by picture order by used_in, row_id desc) as place
      from picture_uses where picture = any(${sql.param(names)})
    ) as uses
    cross join lateral (
      select 'article' as kind, title from news where used_in = 'news' and id = row_id
      union all select 'patchNote', version || ' ' || title from patch_notes
        where used_in = 'patch_notes' and id = row_id
      union all select 'product', name from products where used_in = 'products' and id = row_id
      union all select 'productCategory', name from product_categories
        where used_in = 'product_categories' and id = row_id
      union all select 'reward', title from twitch_rewards where used_in = 'twitch_rewards' and id = row_id
      union all select 'gallery', alt from gallery_pictures
        where used_in = 'gallery_pictures' and id = row_id
    ) as named
    where place <= ${PICTURE_USES_SHOWN}
    order by picture, place`);
  return rows;
}

/** Locks a picture of the library. @returns what staff can change */
export async function selectPictureForChange(
  tx: Transaction,
  name: string,
): Promise<Required<PictureChanges> | undefined> {
  const [picture] = await tx
    .select({ alt: pictures.alt, isKept: pictures.isKept })
    .from(pictures)
    .where(and(eq(pictures.name, name), isShared))
    .for('no key update');
  return picture;
}

export async function updatePictureDetails(
  tx: Transaction,
  name: string,
  details: Required<PictureChanges>,
): Promise<void> {
  await tx.update(pictures).set(details).where(eq(pictures.name, name));
}
