import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

test('requests, jobs and gauges are exposed in Prometheus’ format', async () => {
  const metrics = createMetrics();
  metrics.observeRequest({ method: 'GET', route: '/api/content/news', statusCode: 200, seconds: 0.02 });
  metrics.observeJob({ name: 'mail.send', outcome: 'failed', seconds: 1 });
  metrics.gauge('waygate_mails_waiting', 'Mails that wait.', async () => 7);
  const { contentType, body } = await metrics.render();
  expect(contentType).toContain('text/plain');
  expect(body).toContain(
    'waygate_http_request_seconds_bucket{le="0.025",method="GET",route="/api/content/news",status="200"} 1',
  );
  expect(body).toContain('waygate_jobs_total{name="mail.send",outcome="failed"} 1');
  expect(body).toContain('waygate_mails_waiting 7');
  expect(body).toContain('process_resident_memory_bytes');
});

test('counts every request, those since the last scrape too', async () => {
  const metrics = createMetrics();
  const observe = (amount: number) => {
    for (let n = 0; n < amount; n += 1)
      metrics.observeRequest({ method: 'GET', route: '/', statusCode: 200 + (n % 2), seconds: 0.5 });
  };
  const counted = async () =>
    (await metrics.render()).body.match(/(?<=waygate_http_request_seconds_(count|sum).*) [\d.]+$/gm);
  observe(250);
  expect(await counted()).toEqual([' 62.5', ' 125', ' 62.5', ' 125']);
  observe(2);
  expect(await counted()).toEqual([' 63', ' 126', ' 63', ' 126']);
  expect(await counted()).toEqual([' 63', ' 126', ' 63', ' 126']);
});

test('a failing gauge does not affect the others', async () => {
  const metrics = createMetrics();
  metrics.gauge('waygate_broken', 'Broken.', () => Promise.reject(new Error('database down')));
  metrics.gauge('waygate_throwing', 'Throwing.', () => {
    throw new Error('broken');
  });
  metrics.gauge('waygate_working', 'Working.', () => 3);
  const { body } = await metrics.render();
  expect(body).toContain('waygate_working 3');
  expect(body).toMatch(/waygate_broken nan/i);
  expect(body).toMatch(/waygate_throwing nan/i);
});

test('metrics of two processes in one runtime are separate', async () => {
  const [one, other] = [createMetrics(), createMetrics()];
  one.observeJob({ name: 'mail.send', outcome: 'completed', seconds: 1 });
  expect((await other.render()).body).not.toContain('mail.send');
});
