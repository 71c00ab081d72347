// Lighthouse scores of the pages on a slow phone. The slow connection is applied, not simulated.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { median, report, reportBudgets } from './budgets.ts';
import { withPortal } from './measured-portal.ts';
// oxlint-disable-next-line no-restricted-imports -- the repository's root has no '#…' names
import { findChromium } from '../e2e/support/chromium.ts';

const ROUNDS = 3;
const root = path.dirname(import.meta.dirname);
const run = promisify(execFile);

const auditSchema = z.object({
  score: z.number().nullable(),
  title: z.string(),
  numericValue: z.number().optional(),
});
const resultSchema = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(z.string(), auditSchema),
});
type LighthouseResult = z.infer<typeof resultSchema>;

await withPortal({}, async ({ origin, dataDir }) => {
  const landing = await measure(`${origin}/`, dataDir);
  const news = await measure(`${origin}/news`, dataDir);
  reportPage('/news', news);
  reportPage('/', landing);
  const score = (category: string): number =>
    median(landing.map(({ categories }) => categories[category]?.score ?? 0));
  reportBudgets([
    { name: '/ performance', measured: score('performance'), atLeast: 0.97 },
    { name: '/ accessibility', measured: score('accessibility'), atLeast: 1 },
    { name: '/ best practices', measured: score('best-practices'), atLeast: 1 },
    { name: '/ search engines', measured: score('seo'), atLeast: 1 },
    { name: '/ layout shift', measured: numeric(landing, 'cumulative-layout-shift'), atMost: 0.04 },
  ]);
});

async function measure(url: string, folder: string): Promise<LighthouseResult[]> {
  const results: LighthouseResult[] = [];
  for (let tries = 0; results.length < ROUNDS; tries++) {
    try {
      results.push(await runLighthouse(url, path.join(folder, `lighthouse-${tries}.json`)));
    } catch (error) {
      // On a busy machine the recording sometimes fails, without any score.
      if (tries >= 2 * ROUNDS) throw error;
      console.log(`  Lighthouse is run again: ${String(error).split('\n').slice(0, 2).join(' ')}`);
    }
  }
  return results;
}

async function runLighthouse(url: string, output: string): Promise<LighthouseResult> {
  const { executablePath, args, env } = await findChromium();
  await run(
    path.join(root, 'node_modules/.bin/lighthouse'),
    [
      url,
      '--quiet',
      '--output=json',
      `--output-path=${output}`,
      '--throttling-method=devtools',
      '--only-categories=performance,accessibility,best-practices,seo',
      `--chrome-flags=${['--headless=new', ...args].join(' ')}`,
    ],
    { env: { ...process.env, ...env, ...(executablePath && { CHROME_PATH: executablePath }) } },
  );
  return resultSchema.parse(JSON.parse(await readFile(output, 'utf8')));
}

/** Prints scores, times and the audits that failed. */
function reportPage(page: string, results: LighthouseResult[]): void {
  for (const category of ['performance', 'accessibility', 'best-practices', 'seo']) {
    report(`${page} ${category}`, median(results.map(({ categories }) => categories[category]?.score ?? 0)));
  }
  for (const audit of ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time']) {
    report(`${page} ${audit}`, numeric(results, audit), ' ms');
  }
  report(`${page} layout shift`, numeric(results, 'cumulative-layout-shift'));
  const faults = Object.values(results[0]?.audits ?? {}).filter(({ score }) => score !== null && score < 0.9);
  for (const { title } of faults) console.log(`    ${title}`);
}

function numeric(results: LighthouseResult[], audit: string): number {
  return median(results.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
}
