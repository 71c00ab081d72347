import { expect, test } from 'vitest';
import { createMarkdownRenderer } from '#platform/markdown/render-markdown.ts';
import { ENDLESS, useEchoingProgram } from '#test/child-programs.ts';
import { createPreviews } from '#features/media/admin/previews.ts';

test('an account has one place in the queue, however many previews it requests', async () => {
  const preview = createPreviews(createMarkdownRenderer());
  const asked = Array.from({ length: 100 }, (_, index) => preview(1, `text ${index}`));
  const other = preview(2, 'another account');
  const outcomes = await Promise.allSettled(asked);
  const refused = outcomes.slice(1, -1);
  expect(outcomes[0]).toEqual({ status: 'fulfilled', value: '<p>text 0</p>' });
  for (const outcome of refused) expect(outcome).toMatchObject({ reason: { code: 'too_many_requests' } });
  expect(outcomes.at(-1)).toEqual({ status: 'fulfilled', value: '<p>text 99</p>' });
  expect(await other).toBe('<p>another account</p>');
});

test('a full queue answers with a retry time, and accepts a later request', async () => {
  const preview = createPreviews(createMarkdownRenderer());
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => preview(index, 'x')));
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(3);
  expect(refused[0]).toMatchObject({ reason: { code: 'unavailable', details: { retryAfterSeconds: 5 } } });
  expect(await preview(19, 'later')).toBe('<p>later</p>');
});

test('a text that cannot be rendered is reported to its author only', async () => {
  const program = await useEchoingProgram();
  const preview = createPreviews(createMarkdownRenderer({ timeoutMs: 3000, program }));
  const endless = preview(1, ENDLESS);
  const next = preview(2, 'next');
  await expect(endless).rejects.toMatchObject({ code: 'validation_failed' });
  expect(await next).toBe('next');
}, 30_000);
