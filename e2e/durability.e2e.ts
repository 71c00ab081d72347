import { expect, test } from '@playwright/test';
import {
  createDataFolder,
  createOwner,
  type Portal,
  removeDataFolder,
  startPortal,
} from './support/portal.ts';

const ROUNDS = 12;
/** In every such round the database dies as well, at the same moment. */
const DATABASE_DIES_EVERY = 4;
/** A worker that died while it sent the mail is found out after about twenty seconds. */
const MAIL_WITHIN_MS = 120_000;

type Registered = { username: string; email: string; password: string };

test('an acknowledged registration and its mail survive an immediate kill -9', async () => {
  test.setTimeout(600_000);
  const dataDir = await createDataFolder();
  const owner = createOwner();
  const accounts: Registered[] = [];
  let portal: Portal | undefined;
  try {
    portal = await startPortal({ dataDir, owner });
    for (let round = 1; round <= ROUNDS; round++) {
      const account = await register(portal, round);
      if (round % DATABASE_DIES_EVERY === 0) process.kill(await portal.postmasterPid(), 'SIGKILL');
      await portal.kill();
      // Ready within the minute that a supervisor would wait.
      portal = await startPortal({ dataDir, owner });
      await expectSignIn(portal, account);
      accounts.push(account);
    }
    // At the end, so that the wait for the mails of dead workers is one wait.
    await expectConfirmationMails(portal, accounts);
  } finally {
    await portal?.stop();
    await removeDataFolder(dataDir);
  }
});

test('the portal survives a crash of its database', async () => {
  const dataDir = await createDataFolder();
  const portal = await startPortal({ dataDir });
  try {
    const account = await register(portal, 100);
    process.kill(await portal.postmasterPid(), 'SIGKILL');
    const during = await fetch(`${portal.origin}/api/auth/validate-reset-token/${'x'.repeat(43)}`);
    // Connections that outlive the postmaster for a moment may still answer: this link is no good.
    expect([400, 503]).toContain(during.status);
    if (during.status === 503) expect(during.headers.get('retry-after')).toMatch(/^\d+$/);
    await expect
      .poll(async () => (await fetch(`${portal.origin}/readyz`)).status, { timeout: 90_000 })
      .toBe(200);
    await expectSignIn(portal, account);
    await expectConfirmationMails(portal, [account]);
  } finally {
    await portal.stop();
    await removeDataFolder(dataDir);
  }
});

async function register({ origin }: Portal, round: number): Promise<Registered> {
  const account = {
    username: `Survivor_${round}`,
    email: `survivor-${round}@example.test`,
    password: `lantern ${round}`,
  };
  const answer = await post(`${origin}/api/auth/register`, account);
  expect(answer.status, await answer.text()).toBe(200);
  return account;
}

async function expectSignIn({ origin }: Portal, { username, password }: Registered): Promise<void> {
  const answer = await post(`${origin}/api/auth/login`, { identifier: username, password });
  expect(answer.status, await answer.text()).toBe(200);
}

/** Each has been sent its mail, and nobody was sent it twice. */
async function expectConfirmationMails(portal: Portal, accounts: Registered[]): Promise<void> {
  const recipients = accounts.map(({ email }) => email).toSorted();
  const readRecipients = async (): Promise<string[]> => {
    const mails = await portal.mails();
    const confirmations = mails.filter(({ text }) => text.includes('/confirm-email/'));
    return confirmations.map(({ to }) => to).toSorted();
  };
  await expect
    .poll(readRecipients, { message: 'who got a mail', timeout: MAIL_WITHIN_MS, intervals: [100, 250] })
    .toEqual(recipients);
}

function post(address: string, body: unknown): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
