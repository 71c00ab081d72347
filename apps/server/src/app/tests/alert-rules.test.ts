import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { ALERT_CONDITIONS } from '#app/alert-conditions.ts';
import { observeAlerts } from '#features/alerts/alerts.ts';
import { evaluateConditions } from '#features/alerts/evaluation.queries.ts';
import { ADMIN_PAGES } from '@waygate/contract/site/admin-pages';
import { useTestParts } from '#test/test-parts.ts';

const ROOT = path.join(import.meta.dirname, '../../../../..');
const OPERATIONS = path.join(ROOT, 'docs/OPERATIONS.md');
const RULES = path.join(ROOT, 'deploy/prometheus-rules.yaml');

const rulesSchema = z.object({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^[A-Z]\w+$/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+[smh]$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['warning', 'critical']) }),
          annotations: z.strictObject({ summary: z.string() }),
        }),
      ),
    }),
  ),
});

const parts = await useTestParts();

function readRules() {
  return rulesSchema.parse(parse(readFileSync(RULES, 'utf8'))).groups.flatMap(({ rules }) => rules);
}

test('the sample rules of Prometheus name metrics, labels and alerts that exist', async () => {
  await evaluateConditions(parts.db, { conditions: ALERT_CONDITIONS });
  observeAlerts(parts.metrics, parts.db);
  parts.metrics.observeJob({ name: 'test', outcome: 'failed', seconds: 1 });
  const { body } = await parts.metrics.render();
  const rules = readRules();
  expect(rules.length).toBeGreaterThan(3);
  for (const { expr } of rules) {
    const metrics = expr.match(/waygate_\w+/g) ?? [];
    expect(metrics.length).toBeGreaterThan(0);
    for (const metric of metrics) expect(body).toMatch(new RegExp(`^${metric}[{ ]`, 'm'));
    const named = [...expr.matchAll(/alert=~"([^"]+)"/g)].flatMap(([, names = '']) => names.split('|'));
    const known = ALERT_CONDITIONS.map(({ name }) => name);
    expect(known).toEqual(expect.arrayContaining(named));
  }
  const exprs = rules.map(({ expr }) => expr).join(' ');
  for (const [, metric] of body.matchAll(/^# HELP (waygate_alert_\w+)/gm)) expect(exprs).toContain(metric);
});

test('the table of OPERATIONS lists every alert and what to do', () => {
  const page = readFileSync(OPERATIONS, 'utf8');
  const missing = ALERT_CONDITIONS.filter(
    ({ name, advice, describe }) =>
      !page.includes(`| \`${name}\``) || !page.includes(`| ${describe(3, null)} | ${advice} |`),
  );
  // `npm run docs:api` writes it.
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test('each alert has a stable name, sentences for one and for many, and a page that needs no id', () => {
  const names = ALERT_CONDITIONS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, title, describe, advice, page } of ALERT_CONDITIONS) {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
    // On one line of a phone.
    expect(title).toMatch(/^[A-Z][\w ]{5,29}$/);
    for (const count of [1, 2, 1000]) expect(describe(count, null)).toMatch(/^[A-Z0-9].*\.$/);
    expect(advice).toMatch(/^[A-Z].*\.$/);
    expect(ADMIN_PAGES[page].path).toMatch(/^\/admin\/[^:]+$/);
  }
});
