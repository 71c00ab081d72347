import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts } from '#features/identity/accounts.tables.ts';
import { usePortal, PASSWORD, uniqueName } from '#test/account-journeys.ts';
import { referrals } from '#features/referrals/referrals.tables.ts';

const portal = await usePortal();

const hitOf = (viewerId: string, changes: object = {}) => ({
  viewerId,
  landingUrl: 'https://play.example/?utm_source=youtube&utm_content=video-1',
  timestamp: '2026-11-01T10:00:00.000Z',
  source: 'youtube',
  medium: null,
  campaign: 'autumn',
  content: 'video-1',
  term: null,
  ...changes,
});

const send = (body: object, address?: string) =>
  portal.call('POST', '/v1/tracking/referral-hit', { body, ...(address && { address }) });
const read = (viewerId: string) =>
  portal.parts.db.select().from(referrals).where(eq(referrals.viewerId, viewerId)).orderBy(referrals.id);

describe('a referral hit', () => {
  test('is recorded with the submitted fields only', async () => {
    const viewerId = uniqueName();
    const response = await send(hitOf(viewerId, { userAgent: 'left out' }));
    expect(response.statusCode).toBe(204);
    expect(response.body).toBe('');
    expect(await read(viewerId)).toEqual([
      {
        id: expect.any(Number),
        viewerId,
        landingUrl: 'https://play.example/?utm_source=youtube&utm_content=video-1',
        landingHash: expect.any(Buffer),
        recordedOn: new Date().toISOString().slice(0, 10),
        visitedAt: new Date('2026-11-01T10:00:00.000Z'),
        source: 'youtube',
        medium: null,
        campaign: 'autumn',
        content: 'video-1',
        term: null,
      },
    ]);
  });

  test('counts once a day per viewer and page, even for ten concurrent hits', async () => {
    const viewerId = uniqueName();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(hitOf(viewerId))));
    await send(hitOf(viewerId, { landingUrl: 'https://play.example/news' }));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(204));
    expect(await read(viewerId)).toHaveLength(2);

    await portal.parts.db
      .update(referrals)
      .set({ recordedOn: sql`${referrals.recordedOn} - 1` })
      .where(eq(referrals.viewerId, viewerId));
    await send(hitOf(viewerId));
    expect(await read(viewerId)).toHaveLength(3);
  });

  test.each([
    ['viewerId', { viewerId: 'short' }],
    ['viewerId', { viewerId: 'with space' }],
    ['landingUrl', { landingUrl: 'javascript:alert(1)' }],
    ['landingUrl', { landingUrl: `https://play.example/${'x'.repeat(2048)}` }],
    ['timestamp', { timestamp: 'yesterday' }],
    ['source', { source: '' }],
    ['campaign', { campaign: 'x'.repeat(201) }],
    ['content', { content: undefined }],
    ['term', { term: 'a\u0000b' }],
  ])('is refused for a bad %s', async (field, changes) => {
    const response = await send(hitOf(uniqueName(), changes));
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 'validation_failed',
      fields: { [field]: expect.any(String) },
    });
  });

  test.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '2300-01-01T00:00:00Z'])(
    'that claims to be of %s is kept at a plausible time',
    async (timestamp) => {
      const viewerId = uniqueName();
      expect((await send(hitOf(viewerId, { timestamp }))).statusCode).toBe(204);
      const year = (await read(viewerId))[0]?.visitedAt.getUTCFullYear();
      expect([2000, new Date().getUTCFullYear()]).toContain(year);
    },
  );

  test('is rate limited per address', async () => {
    const codes: number[] = [];
    for (let index = 0; index < 61; index += 1)
      codes.push((await send(hitOf('viewer-one'), '203.0.113.77')).statusCode);
    expect(codes).toEqual([...Array(60).fill(204), 429]);
  });
});

const registerWith = async (attribution: object | null) => {
  const username = uniqueName();
  const body = { username, email: `${username}@example.com`, password: PASSWORD, attribution };
  const response = await portal.call('POST', '/auth/register', { body });
  const [account] = await portal.parts.db.select().from(accounts).where(eq(accounts.userName, username));
  return { status: response.statusCode, referralId: account?.referralId };
};

describe('registration', () => {
  test('links the account to the first visit of its viewer', async () => {
    const viewerId = uniqueName();
    await send(hitOf(viewerId));
    await send(hitOf(viewerId, { landingUrl: 'https://play.example/news' }));
    const { status, referralId } = await registerWith(
      hitOf(viewerId, { landingUrl: 'https://play.example/news' }),
    );
    const [first] = await read(viewerId);
    expect(status).toBe(200);
    expect(referralId).toBe(first?.id);
  });

  test('records the visit when the hit is missing', async () => {
    const viewerId = uniqueName();
    const { referralId } = await registerWith(hitOf(viewerId));
    const recorded = await read(viewerId);
    expect(recorded.map(({ id }) => id)).toEqual([referralId]);
  });

  test('links one visit when the hit arrives concurrently', async () => {
    const viewerId = uniqueName();
    const [, { referralId }] = await Promise.all([send(hitOf(viewerId)), registerWith(hitOf(viewerId))]);
    const recorded = await read(viewerId);
    expect(recorded.map(({ id }) => id)).toEqual([referralId]);
  });

  test('links nothing without a visit', async () => {
    expect(await registerWith(null)).toEqual({ status: 200, referralId: null });
  });

  test('records no visit when it is refused', async () => {
    const username = uniqueName();
    const viewerId = uniqueName();
    const body = { username, email: `${username}@example.com`, password: PASSWORD };
    await portal.call('POST', '/auth/register', { body });
    const again = { ...body, email: 'other@example.com', attribution: hitOf(viewerId) };
    expect((await portal.call('POST', '/auth/register', { body: again })).statusCode).toBe(409);
    expect(await read(viewerId)).toEqual([]);
  });
});
