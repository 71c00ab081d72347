// Lighthouse scores of the pages on a slow phone, whose slow connection is applied and not simulated; and their paints,
// against a page with nothing but a sentence. In a demo, whose pages have all that a living game shows on them. The reports are
// left in `test-results/lighthouse`.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type Budget, median, report, reportBudgets } from './support/budgets.ts';
import { withPortal } from './support/measured-portal.ts';
import { findChromium } from '#e2e/chromium.ts';
import type { Portal } from '#e2e/portal.ts';

const ROUNDS = 3;
const POLL_MS = 100;
const PREVIEW_MS = 60_000;
const root = path.dirname(import.meta.dirname);
const reports = path.join(root, 'test-results/lighthouse');
const run = promisify(execFile);

const auditSchema = z.object({
  score: z.number().nullable(),
  title: z.string(),
  numericValue: z.number().optional(),
});
const resultSchema = z.object({
  /** How fast the machine is: some 1500 for a fast desktop computer, which slowed down four times is a phone of the middle class. */
  environment: z.object({ benchmarkIndex: z.number() }),
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(z.string(), auditSchema),
});
type LighthouseResult = z.infer<typeof resultSchema>;
const newsSchema = z.object({ news: z.tuple([z.object({ id: z.int() })]) });

const LEAST_SCORES = { performance: 0.97, accessibility: 1, 'best-practices': 1, seo: 1 };

/**
 * When the largest picture or text must be painted. On a machine too slow for that, where the bare page takes more than 0.8
 * seconds, within so many times the bare page's: a request, and what any page costs the browser.
 */
type Paint = { withinMs: number; timesBare: number };
const PAINT_LANDING: Paint = { withinMs: 1300, timesBare: 1.6 };
const PAINT: Paint = { withinMs: 1800, timesBare: 2.2 };

type Page = {
  name: string;
  address: string;
  paint: Paint;
  leastScores: Record<string, number>;
  hasPreview?: false;
};

await rm(reports, { recursive: true, force: true });
await mkdir(reports, { recursive: true });
await withPortal({}, measurePages, { program: 'demo', hostName: 'localhost' });

async function measurePages({ origin }: Portal): Promise<void> {
  const article = `/news/${await newestArticle(origin)}`;
  const pages: Page[] = [
    { name: '/', address: '/', paint: PAINT_LANDING, leastScores: LEAST_SCORES },
    { name: '/news', address: '/news', paint: PAINT, leastScores: LEAST_SCORES },
    { name: '/news/:id', address: article, paint: PAINT, leastScores: LEAST_SCORES },
    // Search engines are asked to stay away from the shop.
    { name: '/store', address: '/store', paint: PAINT, leastScores: LEAST_SCORES, hasPreview: false },
    { name: '/shop', address: '/shop', paint: PAINT, leastScores: { ...LEAST_SCORES, seo: 0 } },
  ];
  const bareMs = await paintOfBarePage();
  report('bare page largest paint', bareMs, ' ms');
  const budgets: Budget[] = [];
  for (const page of pages) {
    await untilPicturesAreMade(origin, page);
    const results = await measure(`${origin}${page.address}`, page.name);
    reportPage(page, results);
    budgets.push(...budgetsOf(page, results, bareMs));
  }
  reportBudgets(budgets);
}

/** The demo's pictures get their widths, and the page its preview, when they are shown for the first time. */
async function untilPicturesAreMade(origin: string, page: Page): Promise<void> {
  for (const [picture] of (await htmlOf(origin, page)).matchAll(/\/api\/media\/[0-9a-f]+-\d+\.avif/g)) {
    while (!(await isAvif(`${origin}${picture}`))) await pause(POLL_MS);
  }
  if (page.hasPreview === false) return;
  const deadline = performance.now() + PREVIEW_MS;
  while (!(await htmlOf(origin, page)).includes('url(data:image/avif')) {
    if (performance.now() > deadline) throw new Error(`${page.name} is sent without a preview.`);
    await pause(POLL_MS);
  }
}

async function htmlOf(origin: string, { address }: Page): Promise<string> {
  return (await fetch(`${origin}${address}`)).text();
}

async function isAvif(url: string): Promise<boolean> {
  const { headers, body } = await fetch(url);
  await body?.cancel();
  return headers.get('content-type') === 'image/avif';
}

async function newestArticle(origin: string): Promise<number> {
  const response = await fetch(`${origin}/api/content/news?limit=1`);
  const { news } = newsSchema.parse(await response.json());
  return news[0].id;
}

/** A text that needs no script, style, font or picture. */
async function paintOfBarePage(): Promise<number> {
  const html =
    '<!doctype html><html lang="en"><title>Bare</title><p>A sentence with nothing around it.</p></html>';
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  const results = await measure(`http://127.0.0.1:${port}/`, 'bare');
  server.close();
  report(
    "the machine's speed, as Lighthouse measures it",
    median(results.map(({ environment }) => environment.benchmarkIndex)),
  );
  return numeric(results, 'largest-contentful-paint');
}

function budgetsOf(page: Page, results: LighthouseResult[], bareMs: number): Budget[] {
  const { name, leastScores } = page;
  const paintMs = numeric(results, 'largest-contentful-paint');
  const { withinMs, timesBare } = page.paint;
  const paint = {
    measured: paintMs,
    atMost: Math.round(Math.max(withinMs, timesBare * bareMs)),
    unit: ' ms',
  };
  const shift = { measured: numeric(results, 'cumulative-layout-shift'), atMost: 0.02 };
  return [
    { name: `${name} largest paint`, ...paint },
    { name: `${name} layout shift`, ...shift },
    ...Object.entries(leastScores).map(([category, atLeast]) => ({
      name: `${name} ${category}`,
      measured: scoreOf(results, category),
      atLeast,
    })),
  ];
}

/** @param name of the page, for its reports */
async function measure(url: string, name: string): Promise<LighthouseResult[]> {
  const results: LighthouseResult[] = [];
  const file = name.split(/\W+/).filter(Boolean).join('-') || 'landing';
  for (let tries = 0; results.length < ROUNDS; tries++) {
    try {
      results.push(await runLighthouse(url, path.join(reports, `${file}-${results.length + 1}`)));
    } catch (error) {
      // On a busy machine the recording sometimes fails, without any score.
      if (tries >= 2 * ROUNDS) throw error;
      console.log(`  Lighthouse is run again: ${String(error).split('\n').slice(0, 2).join(' ')}`);
    }
  }
  return results;
}

/** @param output without the ends of the reports' names, which Lighthouse adds */
async function runLighthouse(url: string, output: string): Promise<LighthouseResult> {
  const { executablePath, args, env } = await findChromium('whole');
  await run(
    path.join(root, 'node_modules/.bin/lighthouse'),
    [
      url,
      '--quiet',
      '--output=json',
      '--output=html',
      `--output-path=${output}`,
      '--throttling-method=devtools',
      `--only-categories=${Object.keys(LEAST_SCORES).join(',')}`,
      `--chrome-flags=${['--headless=new', ...args].join(' ')}`,
    ],
    { env: { ...process.env, ...env, ...(executablePath && { CHROME_PATH: executablePath }) } },
  );
  return resultSchema.parse(JSON.parse(await readFile(`${output}.report.json`, 'utf8')));
}

/** Prints the times without a budget and the audits that failed. */
function reportPage({ name }: Page, results: LighthouseResult[]): void {
  for (const audit of ['first-contentful-paint', 'speed-index', 'total-blocking-time']) {
    report(`${name} ${audit}`, numeric(results, audit), ' ms');
  }
  const faults = Object.values(results[0]?.audits ?? {}).filter(({ score }) => score !== null && score < 0.9);
  for (const { title } of faults) console.log(`    ${title}`);
}

function scoreOf(results: LighthouseResult[], category: string): number {
  return median(results.map(({ categories }) => categories[category]?.score ?? 0));
}

function numeric(results: LighthouseResult[], audit: string): number {
  return median(results.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
}
