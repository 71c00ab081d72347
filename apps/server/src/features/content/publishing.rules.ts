/**
 * When visitors may read a text from, as staff save it. Null: nobody knows yet.
 *
 * @param wanted null: as soon as it is published; undefined: as before
 */
export function publishingTime(
  {
    status,
    publishedAt: wanted,
  }: { status?: 'draft' | 'published' | undefined; publishedAt?: Date | null | undefined },
  before: { publishedAt: Date | null },
  now: Date,
): Date | null {
  if (wanted) return wanted;
  const known = before.publishedAt;
  // The first publishing stays in the past, through everything that happens to the text later.
  if (known && (wanted === undefined || known <= now)) return known;
  return status === 'published' ? now : null;
}
