import { fireEvent, screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, renderPage } from '#test/render-page.tsx';
import { forgetAttribution, readAttribution } from './attribution.ts';
import { forgetQuestion } from './consent/ask-consent.tsx';
import { useReferralTracking } from './use-referral-tracking.ts';

const HIT = 'POST /api/v1/tracking/referral-hit';
const CAMPAIGN = '?utm_source=youtube&utm_content=video-7';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

afterEach(() => {
  localStorage.clear();
});

function isNoFunction(): never {
  throw new TypeError('It is not a function');
}

function visit(address: string, answer: { status: number; body?: unknown } = { status: 204 }) {
  const server = fakeServer({ [HIT]: answer });
  return { ...server, ...renderPage({ routes: [{ path: '*', Component: Page }], at: address }) };
}

function Page() {
  useReferralTracking(useLocation());
  return null;
}

describe('a referral', () => {
  it('is stored and reported when the visit starts from our campaign', async () => {
    const { sent } = visit(`/news${CAMPAIGN}&utm_medium=video&utm_campaign=spring&utm_term=rpg`);
    await expect.poll(() => sent).toHaveLength(1);
    expect(sent[0]?.body).toEqual({
      viewerId: expect.stringMatching(UUID),
      landingUrl: `${window.location.origin}/news${CAMPAIGN}&utm_medium=video&utm_campaign=spring&utm_term=rpg`,
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      source: 'youtube',
      medium: 'video',
      campaign: 'spring',
      content: 'video-7',
      term: 'rpg',
    });
    expect(JSON.parse(localStorage.getItem('initialReferral') ?? '')).toEqual(sent[0]?.body);
    expect(localStorage.getItem('viewerId')).toMatch(UUID);
  });

  it('has a viewer of its own without crypto.randomUUID, which plain http lacks, and without URL.parse', async () => {
    vi.spyOn(crypto, 'randomUUID').mockImplementation(isNoFunction);
    vi.spyOn(URL, 'parse').mockImplementation(isNoFunction);
    const { sent } = visit(`/${CAMPAIGN}`);
    await expect.poll(() => sent).toHaveLength(1);
    expect(sent[0]?.body).toMatchObject({ viewerId: expect.stringMatching(UUID) });
    vi.restoreAllMocks();
  });

  it('is noticed after a navigation inside the site', async () => {
    const { sent, router } = visit('/');
    await router.navigate(`/news${CAMPAIGN}`);
    await expect.poll(() => sent).toHaveLength(1);
  });

  it('is sent once for one landing address, and again for another, by the same viewer', async () => {
    const { sent, router } = visit(`/${CAMPAIGN}`);
    await router.navigate('/news');
    await router.navigate(`/${CAMPAIGN}`);
    await router.navigate(`/${CAMPAIGN}&utm_term=second`);
    await expect.poll(() => sent).toHaveLength(2);
    expect(sent.map(({ body }) => body)).toMatchObject([{ term: null }, { term: 'second' }]);
    expect(sent[1]?.body).toMatchObject({ viewerId: localStorage.getItem('viewerId') });
  });

  it('does not replace the first one', async () => {
    localStorage.setItem('initialReferral', '{"first":true}');
    const { sent } = visit(`/${CAMPAIGN}`);
    await expect.poll(() => sent).toHaveLength(1);
    expect(localStorage.getItem('initialReferral')).toBe('{"first":true}');
  });

  it.each([
    '/',
    '/?utm_source=youtube',
    '/?utm_content=video-7',
    '/?utm_source=youtube&utm_content=',
    '/?utm_source=twitch&utm_content=x',
  ])('is not recorded at %s', async (address) => {
    const { sent, router } = visit(address);
    // The proof that it looks at all: the next step is reported, and nothing before it.
    await router.navigate(`/proof${CAMPAIGN}`);
    await expect.poll(() => sent).toHaveLength(1);
    expect(sent[0]?.body).toMatchObject({ landingUrl: expect.stringContaining('/proof') });
  });

  it('is kept for registration, silently, when the report fails', async () => {
    const log = vi.spyOn(console, 'error');
    const { sent } = visit(`/${CAMPAIGN}`, { status: 500 });
    await expect.poll(() => sent).toHaveLength(1);
    expect(localStorage.getItem('initialReferral')).not.toBeNull();
    expect(log).not.toHaveBeenCalled();
    log.mockRestore();
  });

  it('is truncated to the lengths the server accepts', async () => {
    const { sent } = visit(`/${CAMPAIGN}&utm_term=${'a'.repeat(3000)}`);
    await expect.poll(() => sent).toHaveLength(1);
    expect(sent[0]?.body).toMatchObject({
      term: 'a'.repeat(200),
      landingUrl: expect.stringMatching(/^.{2048}$/),
    });
  });
});

describe('a referral, where the operator asks for consent', () => {
  beforeEach(() => {
    const hydration = document.createElement('script');
    hydration.type = 'application/json';
    hydration.id = 'hydration';
    hydration.textContent = JSON.stringify({ site: { asksReferralConsent: true } });
    document.body.append(hydration);
    return () => {
      hydration.remove();
      forgetQuestion();
      forgetAttribution();
    };
  });

  it('is neither stored nor reported before the visitor agrees', async () => {
    const { sent } = visit(`/${CAMPAIGN}`);
    const yes = await screen.findByRole('button', { name: 'Yes, remember it' });
    expect(localStorage).toHaveLength(0);
    expect(sent).toEqual([]);
    fireEvent.click(yes);
    await expect.poll(() => sent).toHaveLength(1);
    expect(localStorage.getItem('viewerId')).toMatch(UUID);
    expect(JSON.parse(localStorage.getItem('initialReferral') ?? '')).toEqual(sent[0]?.body);
    expect(screen.queryByRole('region', { name: 'Consent' })).toBeNull();
  });

  it('is passed on by a registration, and never stored, when the visitor declines', async () => {
    const { sent, router } = visit(`/${CAMPAIGN}`);
    fireEvent.click(await screen.findByRole('button', { name: 'No' }));
    await expect.poll(() => screen.queryByRole('region', { name: 'Consent' })).toBeNull();
    await router.navigate(`/news${CAMPAIGN}`);
    expect(localStorage).toHaveLength(0);
    expect(sent).toEqual([]);
    expect(readAttribution()).toMatchObject({ source: 'youtube', content: 'video-7' });
  });

  it('asks nobody who comes from no campaign', async () => {
    const { router } = visit('/');
    await router.navigate('/news');
    expect(screen.queryByRole('region', { name: 'Consent' })).toBeNull();
  });
});
