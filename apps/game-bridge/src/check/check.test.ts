import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { check } from '#check/check.ts';
import { parseConfig } from '#config/read-config.ts';
import { startStandInPortal } from '#test/stand-in-portal.ts';

/** What the check prints for a game whose status is this statement. */
async function printed(status: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waygate-check-'));
  const portal = await startStandInPortal({ deliveries: [], commands: [] });
  onTestFinished(async () => {
    await portal.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const text = `
portal: ${portal.origin}
token: ${portal.token}
game: sql
database: sqlite:${folder}/game.sqlite
statements: { grant: { default: [] }, status: "${status}" }
`;
  const config = await parseConfig(text, { file: 'bridge.yaml', environment: {} });
  const lines: string[] = [];
  await check(config, { isFixing: true, version: '1.0.0', print: (line) => lines.push(line) });
  return lines.join('\n');
}

test.each([
  ['warns of a game that is offline', 'select 0 as players_online, 0 as is_online', true],
  ['says nothing of a game that is online', 'select 0 as players_online, 1 as is_online', false],
  ['names what hides the status instead', 'select players_online from nowhere', false],
])('%s', async (_, status, isWarned) => {
  expect((await printed(status)).includes('! The game is reported as offline')).toBe(isWarned);
});
