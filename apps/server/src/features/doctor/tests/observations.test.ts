import { expect, test } from 'vitest';
import { observeFleet } from '#features/doctor/fleet.checks.ts';
import { observeCertificate, observeProxy } from '#features/doctor/outside.checks.ts';
import { observeReplicas } from '#features/doctor/replication.checks.ts';
import type { Observation } from '#features/doctor/finding.ts';

const inWords = (found: Observation[]) => found.map(({ state, what }) => `${state}: ${what}`);

const WORKER = {
  isApi: false,
  isWorker: true,
  host: 'a',
  pid: 1,
  version: '1.0.0',
  diskFree: 0.5,
  dataDirId: 'one',
  localOrigin: null,
  isAlive: true,
  seenSecondsAgo: 1,
};
const API = { ...WORKER, isApi: true, isWorker: false, host: 'b' };

const inS3 = (host: string, dataDirId: string) => ({ ...(host === 'a' ? WORKER : API), dataDirId });

test.each([
  [[], ['skipped: No process of the portal runs.']],
  [[{ ...WORKER, isAlive: false }], ['skipped: No process of the portal runs.']],
  [[WORKER, API], ['ok: Processes that run: 2 (workers: 1, api: 1).']],
  [[{ ...WORKER, isAlive: false }, API], ['problem: No worker runs.']],
  [[WORKER, { ...API, version: '1.1.0' }], ['warning: Processes of several versions run: 1.0.0, 1.1.0.']],
  [[WORKER, { ...API, dataDirId: null }], ['ok: Processes that run: 2 (workers: 1, api: 1).']],
  [[WORKER, { ...API, dataDirId: 'two' }], ['problem: Processes keep files in different folders: on a, b.']],
  [
    [inS3('a', 'aaaaaaaa-aabb-8bbb-8bbb-bbcccccccccc'), inS3('b', 'aaaaaaaa-aabb-8bbb-8bbb-bbcccccccccc')],
    ['ok: Processes that run: 2 (workers: 1, api: 1).'],
  ],
  [
    [inS3('a', 'aaaaaaaa-aabb-8bbb-8bbb-bbcccccccccc'), inS3('b', 'aaaaaaaa-aabb-8bbb-8bbb-bbdccccccccc')],
    ['warning: Processes have different keys: on a, b.'],
  ],
  [
    [inS3('a', 'aaaaaaaa-aabb-8bbb-8bbb-bbcccccccccc'), inS3('b', 'daaaaaaa-aadb-8bbb-8bbb-bbcccccccccc')],
    ['warning: Processes have different branding and legal texts: on a, b.'],
  ],
])('processes %j', (processes, expected) => {
  expect(inWords(observeFleet(processes))).toEqual(expected);
});

test.each([
  [[], [], ['ok: There is no replica.']],
  [[{ name: 'r', lagSeconds: null }], [{ name: 's', keptBytes: 5 }], ['ok: Replicas that follow: 1.']],
  [[{ name: 'r', lagSeconds: 90 }], [], ['warning: The replica r is 90 s behind.']],
  [
    [],
    [{ name: 's', keptBytes: 2 ** 31 }],
    ['warning: Nothing reads the replication slot s, and the server keeps 2048 MiB for it.'],
  ],
])('replicas %j, idle slots %j', (replicas, slots, expected) => {
  expect(inWords(observeReplicas(replicas, slots))).toEqual(expected);
});

test.each([
  ['2026-02-01', []],
  ['2026-01-08', ['warning: The certificate expires in 7 days.']],
  ['2026-01-02', ['problem: The certificate expires in 1 days.']],
  ['2025-12-31', ['problem: The certificate has expired.']],
])('a certificate until %s', (validTo, expected) => {
  expect(inWords(observeCertificate(new Date(validTo), new Date('2026-01-01')))).toEqual(expected);
});

test.each([
  [{ address: '198.51.100.1', forwardedFor: '203.0.113.7, 198.51.100.1' }, 1, []],
  [{ address: '198.51.100.1', forwardedFor: '203.0.113.7' }, 0, []],
  [
    { address: '203.0.113.7', forwardedFor: '203.0.113.7' },
    1,
    ['problem: The portal believes the address that a visitor claims in X-Forwarded-For.'],
  ],
  [{ address: '127.0.0.1', forwardedFor: null }, 1, ["problem: The proxy doesn't pass on X-Forwarded-For."]],
  [
    { address: '127.0.0.1', forwardedFor: '198.51.100.1' },
    0,
    ['problem: A proxy is in front, but TRUST_PROXY is off.'],
  ],
])('a caller seen as %j with TRUST_PROXY=%i', (caller, trustProxy, expected) => {
  expect(inWords(observeProxy(caller, trustProxy))).toEqual(expected);
});
